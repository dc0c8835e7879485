package bloomward.server.store;

import bloomward.format.url.Expression;
import java.time.Instant;
import java.util.Optional;

/// Something held back.
///
/// @param listId 0 where it belongs to no list: an allowed expression
/// @param sourceId 0 where it belongs to no list
/// @param expression empty where a whole import is held
/// @param reason the label of the guard's reason
/// @param detail for a person: why
/// @param line of the list text, 0 if there is none
/// @param body name of the kept file of a held import
/// @param entryExpires when the entry ends, or all of a held import
/// @param entryReason why it is listed, or all of a held import
/// @param by whose import or command it was
public record HoldRow(long id, long listId, long sourceId, Optional<Expression> expression, String reason, String detail,
        long line, Optional<String> body, Optional<Instant> entryExpires, Optional<String> entryReason, String by,
        Instant at, HoldState state, Optional<Decision> decision) {

    /// What a person decided.
    public record Decision(String by, Instant at, String reason) {}
}
