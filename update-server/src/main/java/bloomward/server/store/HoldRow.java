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
public record HoldRow(long id, long listId, long sourceId, Optional<Expression> expression, String reason,
        String detail, long line, Optional<String> body, Optional<Instant> entryExpires, Optional<String> entryReason,
        String by, Instant at, HoldState state, Optional<Decision> decision) {

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
        return open(0, 0, Optional.of(row.expression()), reason, detail, 0, Optional.empty(), row.expires(),
                Optional.of(row.reason()), row.actor(), row.at());
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
