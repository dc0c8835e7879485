package bloomward.server.admin;

import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.UserReports.ReportAcceptance;
import bloomward.server.admin.view.UserReports.ReportGroup;
import bloomward.server.admin.view.UserReports.ReportGroups;
import bloomward.server.admin.view.UserReports.ReportOutcome;
import bloomward.server.admin.view.UserReports.ReportRejection;
import bloomward.server.admin.view.UserReports.ReportView;
import bloomward.server.admin.view.UserReports.ReportsPart;
import bloomward.server.draft.Importer;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportState;
import bloomward.server.store.ReportTable;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reports of people: looking at them, and deciding. The number of a report is its sender's secret and appears nowhere here.
public final class ReportAdmin {

    private static final String ALL = "all";
    private static final int MOST_AT_ONCE = 1000;

    private final Desk desk;
    private final ReportDecisions decisions;
    private final MissedPages missed;
    private final WrongBlocks wrong;

    public ReportAdmin(PublisherStore store, Importer importer, Clock clock) {
        this.desk = new Desk(store, clock);
        this.decisions = new ReportDecisions(desk);
        this.missed = new MissedPages(desk, decisions, importer);
        this.wrong = new WrongBlocks(desk, decisions);
    }

    /// The question for reports; every text but the state may be empty.
    ///
    /// @param state open, accepted, rejected or all
    /// @param kind wrong or missed
    /// @param list the one that the senders' programs named
    /// @param search a part of the URL or of the comment, in upper or lower case
    /// @param after where the part before has ended, 0 for the first one
    public record ReportQuery(String state, String kind, String list, String search, long after) {}

    /// Reports, the oldest first.
    public ReportsPart reports(ReportQuery query, int limit) throws IOException, Refusal {
        List<ReportRow> all = rows(query);
        Map<String, Long> byKind = new TreeMap<>();
        Map<String, Long> byList = new TreeMap<>();
        for (ReportRow row : all) {
            byKind.merge(row.text().kind().label(), 1L, Long::sum);
            byList.merge(row.text().list().orElse(""), 1L, Long::sum);
        }
        List<ReportRow> rest = all.stream().filter(row -> row.id() > query.after()).limit(limit + 1L).toList();
        List<ReportRow> shown = rest.subList(0, Math.min(limit, rest.size()));
        return new ReportsPart(shown.stream().map(ReportAdmin::view).toList(), all.size(), byKind, byList,
                rest.size() > limit ? shown.getLast().id() : 0);
    }

    /// Reports about the same host together, those of most people first.
    public ReportGroups groups(ReportQuery query, int limit) throws IOException, Refusal {
        Map<String, List<ReportRow>> byHost = new LinkedHashMap<>();
        for (ReportRow row : rows(query)) {
            byHost.computeIfAbsent(row.text().kind().label() + " " + host(row), _ -> new ArrayList<>()).add(row);
        }
        List<ReportGroup> groups = byHost.values()
                .stream()
                .map(ReportAdmin::group)
                .sorted(Comparator.comparingLong(ReportGroup::people).reversed().thenComparing(ReportGroup::at))
                .toList();
        long from = Math.min(query.after(), groups.size());
        long to = Math.min(from + limit, groups.size());
        return new ReportGroups(groups.subList((int) from, (int) to), groups.size(), to < groups.size() ? to : 0);
    }

    private List<ReportRow> rows(ReportQuery query) throws IOException, Refusal {
        ReportTable.Choice choice = new ReportTable.Choice(state(query.state()), kind(query.kind()),
                Desk.text(query.list()));
        String search = query.search().toLowerCase(Locale.ROOT);
        return desk.store()
                .read(tables -> tables.reports().all(choice, Integer.MAX_VALUE))
                .stream()
                .filter(row -> search.isEmpty()
                        || (row.text().url() + " " + row.text().canonical() + " " + row.text().comment())
                                .toLowerCase(Locale.ROOT)
                                .contains(search))
                .toList();
    }

    private static String host(ReportRow row) {
        String canonical = row.text().canonical();
        int slash = canonical.indexOf('/');
        return slash < 0 ? canonical : canonical.substring(0, slash);
    }

    private static ReportGroup group(List<ReportRow> rows) {
        ReportRow first = rows.getFirst();
        return new ReportGroup(first.text().kind().label(), host(first),
                rows.stream().map(ReportRow::id).limit(MOST_AT_ONCE).toList(),
                rows.stream().mapToLong(ReportRow::count).sum(),
                rows.stream().flatMap(row -> row.text().list().stream()).distinct().sorted().toList(),
                rows.reversed()
                        .stream()
                        .map(row -> row.text().comment())
                        .filter(comment -> !comment.isBlank())
                        .findFirst()
                        .orElse(""),
                first.at(), rows.stream().map(ReportRow::lastAt).max(Comparator.naturalOrder()).orElse(first.at()));
    }

    private static Optional<ReportState> state(String label) throws Refusal {
        if (label.equals(ALL)) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(ReportState.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(label))
                .findFirst()
                .orElseThrow(() -> Desk
                        .bad("state '" + Printable.beginningOf(label) + "', possible: open, accepted, rejected, all")));
    }

    private static Optional<ReportKind> kind(String label) throws Refusal {
        if (label.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ReportKind.labelled(label)
                .orElseThrow(() -> Desk.bad("kind '" + Printable.beginningOf(label) + "', possible: wrong, missed")));
    }

    public ReportView report(long id) throws IOException, Refusal {
        return view(desk.store()
                .read(tables -> tables.reports().find(id))
                .orElseThrow(() -> new Refusal(Code.NO_SUCH_REPORT, "there is no report " + id)));
    }

    /// Accepts reports, each on its own: one that is refused stops no other.
    public List<ReportOutcome> accept(Principal who, ReportAcceptance wanted) throws IOException, Refusal {
        if (wanted.allow() && !who.role().includes(Role.REVIEWER)) {
            throw new Refusal(Code.FORBIDDEN, "allowing requires the role " + Role.REVIEWER.label());
        }
        if (wanted.allow() && wanted.corrected()) {
            throw Desk.bad("either allow or corrected");
        }
        Desk.scope(wanted.scope());
        List<ReportOutcome> outcomes = new ArrayList<>();
        for (ReportRow report : open(wanted.ids())) {
            try {
                outcomes.add(report.text().kind() == ReportKind.WRONG
                        ? wrong.accept(who, report, wanted)
                        : missed.accept(who, report, wanted));
            } catch (Refusal e) {
                outcomes.add(new ReportOutcome(report.id(), "refused", List.of(), 0, String.valueOf(e.getMessage())));
            }
        }
        return outcomes;
    }

    public List<ReportOutcome> reject(Principal who, ReportRejection wanted) throws IOException, Refusal {
        if (wanted.reason().isBlank()) {
            throw Desk.bad("a rejection needs a reason");
        }
        List<ReportOutcome> outcomes = new ArrayList<>();
        for (ReportRow report : open(wanted.ids())) {
            desk.store().<Boolean, Refusal>write(tables -> {
                decisions.decide(tables, who, report.id(), ReportState.REJECTED, wanted.reason(), List.of());
                return true;
            });
            outcomes.add(new ReportOutcome(report.id(), "rejected", List.of(), 0, ""));
        }
        return outcomes;
    }

    private List<ReportRow> open(List<Long> ids) throws IOException, Refusal {
        if (ids.isEmpty() || ids.size() > MOST_AT_ONCE) {
            throw Desk.bad("ids of 1 to " + MOST_AT_ONCE + " reports are needed");
        }
        return desk.store().<List<ReportRow>, Refusal>read(tables -> {
            List<ReportRow> reports = new ArrayList<>();
            for (long id : new LinkedHashSet<>(ids)) {
                reports.add(ReportDecisions.requireOpen(tables, id));
            }
            return reports;
        });
    }

    private static ReportView view(ReportRow row) {
        String state = row.publishedAt().isPresent() ? "published" : row.state().name().toLowerCase(Locale.ROOT);
        return new ReportView(row.id(), row.text().kind().label(), row.text().url(), row.text().canonical(),
                row.text().comment(), row.text().verdict(), row.text().list().orElse(""),
                row.text().expression().orElse(""), row.text().version().orElse(0), row.at(), row.lastAt(), row.count(),
                state, row.hold(), row.decision().map(ReportRow.Decision::by).orElse(""),
                row.decision().map(decision -> decision.at().toString()).orElse(""),
                row.decision().map(ReportRow.Decision::reason).orElse(""));
    }
}
