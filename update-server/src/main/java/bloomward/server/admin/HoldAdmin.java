package bloomward.server.admin;

import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.HoldReports.HoldReopening;
import bloomward.server.admin.view.HoldReports.HoldReport;
import bloomward.server.admin.view.HoldReports.HoldView;
import bloomward.server.admin.view.HoldReports.Holds;
import bloomward.server.admin.view.HoldReports.HoldsReopened;
import bloomward.server.draft.AllowFileFullException;
import bloomward.server.draft.Allowing;
import bloomward.server.draft.HiddenEntries;
import bloomward.server.draft.HoldDecisions;
import bloomward.server.draft.Reopenings;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HoldReason;
import bloomward.server.store.AllowKey;
import bloomward.server.store.FlatJson;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldRow.Decision;
import bloomward.server.store.HoldState;
import bloomward.server.store.HoldTable;
import bloomward.server.store.HoldTable.Choice;
import bloomward.server.store.HoldTable.Tally;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Holds: looking at them, and deciding.
public final class HoldAdmin {

    private static final long MILLIS_OF_A_DAY = 86_400_000;

    private final Desk desk;
    private final HoldDecisions decisions;
    private final HoldOrder.Popularity popularity;

    /// @param guards know the well-known hosts
    public HoldAdmin(PublisherStore store, HoldDecisions decisions, GuardLists guards, Clock clock) {
        this.popularity = hold -> popular(guards.get(), hold);
        this.desk = new Desk(store, clock);
        this.decisions = decisions;
    }

    /// The well-known host that a hold of a whole host would reach; empty for none, and for pages and imports.
    private static String popular(Guards guards, HoldRow hold) {
        return hold.expression()
                .filter(expression -> expression.scope() == Scope.HOST)
                .map(expression -> expression.text().substring(0, expression.text().length() - 1))
                .flatMap(guards::wellKnownAtOrBelow)
                .orElse("");
    }

    /// The question for holds; every text but the state may be empty.
    ///
    /// @param reason the guard's
    /// @param state open, released, rejected or withdrawn
    /// @param sort oldest, newest or popular
    /// @param after where the part before has ended, empty for the first one
    /// @param text a part of the expression, in whatever case
    public record HoldQuery(String list, String source, String reason, String state, String sort, String text,
            String after) {

        /// The oldest first.
        ///
        /// @param after the id at the end of the part before, 0 for the first one
        public HoldQuery(String list, String source, String reason, String state, long after) {
            this(list, source, reason, state, "", "", after == 0 ? "" : Long.toString(after));
        }
    }

    /// @param limit at most so many are shown
    public Holds holds(HoldQuery query, int limit) throws IOException, Refusal {
        HoldState wanted = Arrays.stream(HoldState.values())
                .filter(each -> label(each).equals(query.state()))
                .findFirst()
                .orElseThrow(() -> Desk.bad("state '" + Printable.beginningOf(query.state())
                        + "', possible: open, released, rejected, withdrawn"));
        requireReason(query.reason());
        HoldOrder order = HoldOrder.of(query.sort());
        return desk.store().<Holds, Refusal>read(tables -> {
            requireSource(tables, query.list(), query.source());
            Choice choice = new Choice(listId(tables, query.list()), query.source(), query.reason(), wanted,
                    Long.MAX_VALUE, query.text().toLowerCase(Locale.ROOT));
            Names names = new Names(tables);
            HoldOrder.Part part = order.part(tables.holds(), choice, query.after(), limit, popularity);
            Tally tally = tables.holds().tally(choice);
            Map<String, Long> bySource = new TreeMap<>();
            Map<String, Long> byAge = new LinkedHashMap<>();
            List.of("day", "week", "month", "older").forEach(age -> byAge.put(age, 0L));
            long today = desk.now().toEpochMilli() / MILLIS_OF_A_DAY;
            for (HoldTable.Spread spread : tables.holds().spread(choice)) {
                bySource.merge(names.list(spread.listId()) + "/" + spread.source(), spread.count(), Long::sum);
                byAge.merge(age(today - spread.day()), spread.count(), Long::sum);
            }
            return new Holds(part.holds().stream().map(hold -> names.view(hold, popularity.of(hold))).toList(),
                    tally.byReason().values().stream().mapToLong(Long::longValue).sum(), tally.byReason(), bySource,
                    byAge, tally.highest(), part.next());
        });
    }

    private static String age(long days) {
        return days < 1 ? "day" : days < 7 ? "week" : days < 30 ? "month" : "older";
    }

    /// A word that no guard gives as a reason finds nothing, which could be read as "nothing waits".
    private static void requireReason(String label) throws Refusal {
        if (!label.isEmpty() && HoldReason.labelled(label).isEmpty()) {
            throw Desk.bad("reason '" + Printable.beginningOf(label) + "', possible: "
                    + Arrays.stream(HoldReason.values())
                            .filter(reason -> reason.release() == HoldReason.Release.ONE_PERSON
                                    || reason.release() == HoldReason.Release.SECOND_PERSON)
                            .map(HoldReason::label)
                            .collect(Collectors.joining(", ")));
        }
    }

    private static void requireSource(Tables tables, String list, String source) throws IOException, Refusal {
        if (source.isEmpty()) {
            return;
        }
        for (ListRow each : list.isEmpty() ? tables.lists().allEver() : List.of(Desk.list(tables, list))) {
            if (tables.lists().findSource(each.id(), source).isPresent()) {
                return;
            }
        }
        throw new Refusal(Code.NO_SUCH_SOURCE, (list.isEmpty() ? "no list" : "list '" + list + "'")
                + (list.isEmpty() ? " has a" : " has no") + " source '" + Printable.beginningOf(source) + "'");
    }

    /// Takes decisions back.
    public HoldsReopened reopen(Principal who, HoldReopening wanted) throws IOException, Refusal {
        if (wanted.reason().isBlank() || wanted.ids().isEmpty()) {
            throw Desk.bad("taking decisions back needs the numbers of holds, and a reason");
        }
        return desk.store().<HoldsReopened, Refusal>write(tables -> {
            List<HoldRow> holds = new ArrayList<>();
            for (long id : new LinkedHashSet<>(wanted.ids())) {
                holds.add(tables.holds()
                        .find(id)
                        .orElseThrow(() -> new Refusal(Code.NO_SUCH_HOLD, "there is no hold " + id)));
            }
            try {
                requireThere(tables, holds);
                Reopenings.Outcome outcome = decisions.reopen(tables, holds, who.name(), desk.now());
                tables.audit()
                        .append(desk.now(), who.name(), "undo", wanted.ids().toString(),
                                FlatJson.of("reason", wanted.reason()).with("removed", outcome.removed()).toString());
                return new HoldsReopened(outcome.reopened(), outcome.removed());
            } catch (Reopenings.NotReopenedException e) {
                throw new Refusal(Code.CANNOT_BE_UNDONE, String.valueOf(e.getMessage()));
            }
        });
    }

    private static void requireThere(Tables tables, List<HoldRow> holds) throws IOException, Refusal {
        for (ListRow list : tables.lists().allEver()) {
            if (list.deletedAt().isPresent() && holds.stream().anyMatch(hold -> hold.listId() == list.id())) {
                throw new Refusal(Code.CANNOT_BE_UNDONE, "list '" + list.name() + "' was deleted");
            }
        }
    }

    public HoldReport decide(Principal who, HoldDecision wanted) throws IOException, Refusal {
        if (wanted.reason().isBlank()) {
            throw Desk.bad("a decision needs a reason");
        }
        if (wanted.all() != wanted.ids().isEmpty()) {
            throw Desk.bad("either ids or all");
        }
        if (wanted.all() != wanted.upTo() > 0) {
            throw Desk.bad("a decision about all holds names the highest number that was seen, and no other does");
        }
        requireReason(wanted.heldFor());
        HoldState state = wanted.release() ? HoldState.RELEASED : HoldState.REJECTED;
        Set<AllowKey> toBeAllowed = state == HoldState.RELEASED
                ? desk.store().<Set<AllowKey>, Refusal>read(tables -> HoldDecisions.toBeAllowed(chosen(tables, wanted)))
                : Set.of();
        HiddenEntries hidden = HiddenEntries.of(desk.store(), toBeAllowed);
        List<Long> decided = new ArrayList<>();
        return desk.write(who, wanted.release() ? "release" : "reject", subject(wanted), tables -> {
            Decision decision = new Decision(who.name(), desk.now(), wanted.reason());
            long before = tables.allowed().sizeInBytes();
            List<HoldRow> holds = chosen(tables, wanted);
            HoldDecisions.Outcome outcome = decisions.decide(tables, holds, state, decision, hidden);
            holds.stream().map(HoldRow::id).filter(id -> !outcome.needOther().contains(id)).forEach(decided::add);
            if (outcome.decided() == 0 && !outcome.needOther().isEmpty()) {
                throw new Refusal(Code.NEEDS_APPROVAL, "holds " + outcome.needOther()
                        + " were brought in by you, or by a token that counts as one person with yours: a second person must"
                        + " release them");
            }
            try {
                Allowing.requireRoom(tables, before);
            } catch (AllowFileFullException e) {
                throw AllowAdmin.full(e);
            }
            return new HoldReport(outcome.decided(), outcome.added(), outcome.needOther(), List.copyOf(decided));
        }, report -> FlatJson.of("reason", wanted.reason())
                .with("decided", report.decided())
                .with("added", report.added())
                .with("ids", ranges(decided))
                .toString());
    }

    /// Numbers in order, runs of them as `3-17`.
    static String ranges(List<Long> numbers) {
        StringBuilder text = new StringBuilder();
        List<Long> sorted = numbers.stream().sorted().distinct().toList();
        for (int i = 0; i < sorted.size(); i++) {
            int end = i;
            while (end + 1 < sorted.size() && sorted.get(end + 1) == sorted.get(end) + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : " ").append(sorted.get(i));
            if (end > i) {
                text.append('-').append(sorted.get(end));
            }
            i = end;
        }
        return text.toString();
    }

    private static String subject(HoldDecision wanted) {
        return wanted.all()
                ? Stream.of("all", wanted.list(), wanted.source(), wanted.heldFor(), "up to " + wanted.upTo())
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.joining(" "))
                : wanted.ids().toString();
    }

    private static List<HoldRow> chosen(Tables tables, HoldDecision wanted) throws IOException, Refusal {
        if (wanted.all()) {
            if (tables.holds().find(wanted.upTo()).isEmpty()) { // a number that only later holds will reach
                throw new Refusal(Code.NO_SUCH_HOLD, "there is no hold " + wanted.upTo());
            }
            requireSource(tables, wanted.list(), wanted.source());
            Choice choice = new Choice(listId(tables, wanted.list()), wanted.source(), wanted.heldFor(), HoldState.OPEN,
                    wanted.upTo());
            return tables.holds().chosen(choice, 0, Integer.MAX_VALUE);
        }
        List<HoldRow> holds = new ArrayList<>();
        for (long id : wanted.ids()) {
            holds.add(tables.holds()
                    .find(id)
                    .filter(hold -> hold.state() == HoldState.OPEN)
                    .orElseThrow(() -> new Refusal(Code.NO_SUCH_HOLD, "there is no open hold " + id)));
        }
        return holds;
    }

    private static long listId(Tables tables, String list) throws IOException, Refusal {
        return list.isEmpty() ? 0 : Desk.list(tables, list).id();
    }

    private static String label(HoldState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /// The names behind the ids of holds.
    private static final class Names {

        private final Map<Long, String> lists = new HashMap<>();
        private final Map<Long, String> sources = new HashMap<>();
        private final Map<Long, String> categories = new HashMap<>();

        Names(Tables tables) throws IOException {
            for (ListRow list : tables.lists().allEver()) {
                lists.put(list.id(), list.name());
                for (SourceRow source : tables.lists().sources(list.id())) {
                    sources.put(source.id(), source.name());
                    categories.put(source.id(), source.category().orElse(list.category()).name());
                }
            }
        }

        String list(long id) {
            return lists.getOrDefault(id, "");
        }

        HoldView view(HoldRow hold, String popular) {
            return new HoldView(hold.id(), lists.getOrDefault(hold.listId(), ""),
                    sources.getOrDefault(hold.sourceId(), ""), hold.expression().map(Expression::text).orElse(""),
                    hold.reason(), hold.detail(), HoldReason.labelled(hold.reason()).map(HoldReason::remedy).orElse(""),
                    hold.line(), hold.expression().map(each -> Desk.label(each.scope())).orElse(""),
                    categories.getOrDefault(hold.sourceId(), ""), hold.entryExpires().map(Instant::toString).orElse(""),
                    hold.entryReason().orElse(""), hold.by(), hold.at(), label(hold.state()),
                    hold.decision().map(Decision::by).orElse(""),
                    hold.decision().map(each -> each.at().toString()).orElse(""),
                    hold.decision().map(Decision::reason).orElse(""),
                    hold.isOfAllowed() ? lists.getOrDefault(hold.allowListId(), "*") : "", popular);
        }
    }
}
