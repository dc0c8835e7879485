package bloomward.server.store;

import bloomward.format.url.Expression;
import java.time.Instant;
import java.util.Optional;

/// An entry, an import or an allowed expression that is held back.
///
/// @param listId 0 where it belongs to no list: an allowed expression
/// @param sourceId 0 where it belongs to no list
/// @param expression empty where a whole import is held
/// @param reason the label of the guard's reason
/// @param detail of the reason, for a person
/// @param line of the list text, 0 if there is none
/// @param body name of the kept file of a held import
/// @param entryExpires the end of the entry, of all in a held import, or of what is to be allowed
/// @param entryReason noted with the entry, with all of a held import, or with what is to be allowed
/// @param by the actor of the import or command
/// @param allowListId the list for which an expression is to be allowed, 0 for every list; 0 for anything else
/// @param allowName the name of the group of what is to be allowed, empty for none
public record HoldRow(long id, long listId, long sourceId, Optional<Expression> expression, String reason,
        String detail, long line, Optional<String> body, Optional<Instant> entryExpires, Optional<String> entryReason,
        String by, Instant at, HoldState state, Optional<Decision> decision, long allowListId, String allowName) {

    /// A hold of anything but an expression that is to be allowed, or of one for every list.
    public HoldRow(long id, long listId, long sourceId, Optional<Expression> expression, String reason, String detail,
            long line, Optional<String> body, Optional<Instant> entryExpires, Optional<String> entryReason, String by,
            Instant at, HoldState state, Optional<Decision> decision) {
        this(id, listId, sourceId, expression, reason, detail, line, body, entryExpires, entryReason, by, at, state,
                decision, 0, "");
    }

    /// Whether an expression is to be allowed.
    public boolean isOfAllowed() {
        return listId == 0;
    }

    /// What is to be allowed.
    ///
    /// @throws java.util.NoSuchElementException if it is held for anything else
    public AllowKey allowKey() {
        return new AllowKey(expression.filter(_ -> isOfAllowed()).orElseThrow(), allowListId);
    }

    /// The entry that a release allows, on the terms that were proposed.
    ///
    /// @return empty for a hold of an older program, which has no terms of its own
    public Optional<AllowRow> allowRow() {
        AllowKey key = allowKey();
        return entryReason
                .map(why -> new AllowRow(key.expression(), key.listId(), allowName, why, by, at, entryExpires, false));
    }

    /// An expression that a source lists.
    public static HoldRow ofEntry(SourceRow source, Expression expression, String reason, String detail, long line,
            Optional<Instant> expires, Optional<String> entryReason, String by, Instant at) {
        return open(source.listId(), source.id(), Optional.of(expression), reason, detail, line, Optional.empty(),
                expires, entryReason, by, at);
    }

    /// All that a source lists now.
    ///
    /// @param body name of the kept file
    public static HoldRow ofImport(SourceRow source, String body, String reason, String detail,
            Optional<Instant> expires, Optional<String> entryReason, String by, Instant at) {
        return open(source.listId(), source.id(), Optional.empty(), reason, detail, 0, Optional.of(body), expires,
                entryReason, by, at);
    }

    /// An expression that is to be allowed, on the terms and by the actor of a row.
    public static HoldRow ofAllowed(AllowRow row, String reason, String detail) {
        return new HoldRow(0, 0, 0, Optional.of(row.expression()), reason, detail, 0, Optional.empty(), row.expires(),
                Optional.of(row.reason()), row.actor(), row.at(), HoldState.OPEN, Optional.empty(), row.listId(),
                row.name());
    }

    private static HoldRow open(long listId, long sourceId, Optional<Expression> expression, String reason,
            String detail, long line, Optional<String> body, Optional<Instant> entryExpires,
            Optional<String> entryReason, String by, Instant at) {
        return new HoldRow(0, listId, sourceId, expression, reason, detail, line, body, entryExpires, entryReason, by,
                at, HoldState.OPEN, Optional.empty());
    }

    /// The decision of a person.
    public record Decision(String by, Instant at, String reason) {}
}
