package bloomward.server.draft;

import bloomward.format.url.Expression;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldState;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Opens holds whose numbers stand for their terms: a person who releases one lets in exactly the terms that were shown under
/// this number.
///
/// An expression on the same terms keeps its hold. On other terms it gets another one, and the earlier one is withdrawn.
final class OpenHolds {

    private OpenHolds() {}

    /// @param holds of one source, each of another expression
    /// @return their ids
    static List<Long> put(Tables tables, SourceRow source, List<HoldRow> holds) throws IOException {
        if (holds.isEmpty()) {
            return List.of();
        }
        Map<Optional<Expression>, HoldRow> proposed = new HashMap<>();
        holds.forEach(hold -> proposed.put(hold.expression(), hold));
        List<Long> stay = new ArrayList<>();
        boolean isAnyOther = false;
        for (HoldRow open : tables.holds().all(source.listId(), HoldState.OPEN, Integer.MAX_VALUE)) {
            if (open.sourceId() == source.id()) {
                HoldRow other = proposed.get(open.expression());
                if (other == null || isOnSameTerms(open, other)) {
                    stay.add(open.id());
                } else {
                    isAnyOther = true;
                }
            }
        }
        if (isAnyOther) {
            tables.holds().withdraw(source.listId(), source.id(), stay);
        }
        List<Long> ids = new ArrayList<>();
        for (HoldRow hold : holds) {
            ids.add(tables.holds().put(hold));
        }
        return ids;
    }

    /// The scope is part of the expression, the category is the source's, and the name of a kept import is of its content.
    private static boolean isOnSameTerms(HoldRow one, HoldRow other) {
        return one.reason().equals(other.reason()) && one.entryExpires().equals(other.entryExpires())
                && one.entryReason().equals(other.entryReason()) && one.body().equals(other.body());
    }
}
