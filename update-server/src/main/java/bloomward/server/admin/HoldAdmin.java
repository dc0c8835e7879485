package bloomward.server.admin;

import bloomward.format.url.Expression;
import bloomward.program.text.Printable;
import bloomward.server.admin.HoldReports.HoldDecision;
import bloomward.server.admin.HoldReports.HoldReport;
import bloomward.server.admin.HoldReports.HoldView;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.draft.AllowFileFullException;
import bloomward.server.draft.Allowing;
import bloomward.server.draft.HiddenEntries;
import bloomward.server.draft.HoldDecisions;
import bloomward.server.guard.HoldReason;
import bloomward.server.store.HoldRow;
import bloomward.server.store.HoldRow.Decision;
import bloomward.server.store.HoldState;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Holds: looking at them, and deciding.
public final class HoldAdmin {

    private static final int MOST_SHOWN = 10_000;

    private final Desk desk;
    private final HoldDecisions decisions;

    public HoldAdmin(PublisherStore store, HoldDecisions decisions, Clock clock) {
        this.desk = new Desk(store, clock);
        this.decisions = decisions;
    }

    /// @param list empty for all
    /// @param state open, released, rejected or withdrawn
    public List<HoldView> holds(String list, String state) throws IOException, Refusal {
        HoldState wanted = Arrays.stream(HoldState.values())
                .filter(each -> label(each).equals(state))
                .findFirst()
                .orElseThrow(() -> Desk.bad(
                        "state '" + Printable.beginningOf(state) + "', possible: open, released, rejected, withdrawn"));
        return desk.store().<List<HoldView>, Refusal>read(tables -> {
            Names names = new Names(tables);
            List<HoldView> views = new ArrayList<>();
            for (HoldRow hold : tables.holds().all(listId(tables, list), wanted, MOST_SHOWN)) {
                views.add(names.view(hold));
            }
            return views;
        });
    }

    public HoldReport decide(Principal who, HoldDecision wanted) throws IOException, Refusal {
        if (wanted.reason().isBlank()) {
            throw Desk.bad("a decision needs a reason");
        }
        if (wanted.all() != wanted.ids().isEmpty()) {
            throw Desk.bad("either ids or all");
        }
        HoldState state = wanted.release() ? HoldState.RELEASED : HoldState.REJECTED;
        Set<Expression> toBeAllowed = state == HoldState.RELEASED
                ? desk.store()
                        .<Set<Expression>, Refusal>read(tables -> HoldDecisions.toBeAllowed(chosen(tables, wanted)))
                : Set.of();
        HiddenEntries hidden = HiddenEntries.of(desk.store(), toBeAllowed);
        return desk.write(who, wanted.release() ? "release" : "reject", subject(wanted), tables -> {
            Decision decision = new Decision(who.name(), desk.now(), wanted.reason());
            long before = tables.allowed().sizeInBytes();
            HoldDecisions.Outcome outcome = decisions.decide(tables, chosen(tables, wanted), state, decision, hidden);
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
            return new HoldReport(outcome.decided(), outcome.added(), outcome.needOther());
        });
    }

    private static String subject(HoldDecision wanted) {
        return wanted.all() ? "all " + wanted.list() : wanted.ids().toString();
    }

    private static List<HoldRow> chosen(Tables tables, HoldDecision wanted) throws IOException, Refusal {
        if (wanted.all()) {
            return tables.holds().all(listId(tables, wanted.list()), HoldState.OPEN, Integer.MAX_VALUE);
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
            for (ListRow list : tables.lists().all()) {
                lists.put(list.id(), list.name());
                for (SourceRow source : tables.lists().sources(list.id())) {
                    sources.put(source.id(), source.name());
                    categories.put(source.id(), source.category().orElse(list.category()).name());
                }
            }
        }

        HoldView view(HoldRow hold) {
            return new HoldView(hold.id(), lists.getOrDefault(hold.listId(), ""),
                    sources.getOrDefault(hold.sourceId(), ""), hold.expression().map(Expression::text).orElse(""),
                    hold.reason(), hold.detail(), HoldReason.labelled(hold.reason()).map(HoldReason::remedy).orElse(""),
                    hold.line(), hold.expression().map(each -> Desk.label(each.scope())).orElse(""),
                    categories.getOrDefault(hold.sourceId(), ""), hold.entryExpires().map(Instant::toString).orElse(""),
                    hold.entryReason().orElse(""), hold.by(), hold.at(), label(hold.state()),
                    hold.decision().map(Decision::by).orElse(""), hold.decision().map(Decision::reason).orElse(""));
        }
    }
}
