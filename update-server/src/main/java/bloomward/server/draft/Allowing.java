package bloomward.server.draft;

import bloomward.format.release.AllowList;
import bloomward.format.url.Expression;
import bloomward.server.guard.AllowConflicts;
import bloomward.server.guard.HoldReason;
import bloomward.server.guard.Judgement;
import bloomward.server.store.AllowRow;
import bloomward.server.store.HoldRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Allows expressions, which are then never reported. An allowed expression wins over every list, so one that would
/// hide listed entries waits for a person; for a second one, where a list that two look after has the entries, even if it
/// hides only parts of them.
public final class Allowing {

    private Allowing() {}

    /// @param added expressions that count with the next publication
    /// @param held details of those that wait
    public record Outcome(long added, List<String> held) {}

    /// Allows expressions, inside a transaction.
    ///
    /// @param seen their hidden entries, as of a look before
    public static Outcome allow(Tables tables, HiddenEntries seen, String reason, Optional<Instant> expires,
            String actor, Instant now) throws IOException {
        Set<Expression> expressions = seen.expressions();
        HiddenEntries hidden = seen.on(tables);
        Map<Expression, AllowRow> known = new HashMap<>();
        tables.allowed().all().forEach(row -> known.put(row.expression(), row));
        tables.holds().withdrawAllowed(expressions); // what is proposed now is proposed by this actor, on these terms
        List<String> held = new ArrayList<>();
        for (Expression expression : expressions) {
            AllowRow row = new AllowRow(expression, reason, actor, now, expires, false);
            Optional<AllowRow> allowed = Optional.ofNullable(known.get(expression)).filter(each -> !each.isHeld());
            Optional<HiddenEntries.Hidden> hides = hidden.by(expression);
            if (hides.isEmpty() || (allowed.isPresent() && !isLonger(hides.get(), expires, allowed.get()))) {
                tables.allowed().put(row);
                continue;
            }
            if (allowed.isEmpty()) { // or else it stays as it is until a person decides
                tables.allowed().put(new AllowRow(expression, reason, actor, now, expires, true));
            }
            Judgement.Held why = AllowConflicts.conflict(expression, hides.get().isWhole(), hides.get().count(),
                    hides.get().example());
            tables.holds().put(HoldRow.ofAllowed(row, HoldReason.ALLOW_CONFLICT.label(), why.detail()));
            held.add(why.detail());
        }
        return new Outcome(expressions.size() - held.size(), held);
    }

    /// Whether one person may not say this of what is allowed already: where two look after the entries, it hides them
    /// for no longer than both have agreed to.
    private static boolean isLonger(HiddenEntries.Hidden hidden, Optional<Instant> end, AllowRow allowed) {
        return hidden.isReviewed() && allowed.expires().isPresent()
                && (end.isEmpty() || end.get().isAfter(allowed.expires().get()));
    }

    /// Refuses what makes the allow file longer than agents take, inside the transaction that did it; or else every
    /// publication after it would be refused.
    ///
    /// @param before the length before the transaction: what makes a full file no longer is not refused
    public static void requireRoom(Tables tables, long before) throws IOException, AllowFileFullException {
        long size = tables.allowed().sizeInBytes();
        if (size > AllowList.ROOM_IN_BYTES && size > before) {
            throw new AllowFileFullException(size, AllowList.ROOM_IN_BYTES);
        }
    }

    /// Takes allowed expressions back.
    ///
    /// @return how many expressions
    public static long disallow(Tables tables, Set<Expression> expressions) throws IOException {
        Set<Expression> removed = new HashSet<>();
        for (Expression expression : expressions) {
            if (tables.allowed().remove(expression)) {
                removed.add(expression);
            }
        }
        tables.holds().withdrawAllowed(removed);
        return removed.size();
    }
}
