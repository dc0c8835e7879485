package bloomward.server.history;

import bloomward.server.admin.Refusal;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.HistoryReports.AgeHistory;
import bloomward.server.admin.view.HistoryReports.AgePoint;
import bloomward.server.admin.view.HistoryReports.FetchHistory;
import bloomward.server.admin.view.HistoryReports.FetchPoint;
import bloomward.server.admin.view.HistoryReports.HoldHistory;
import bloomward.server.admin.view.HistoryReports.HoldPoint;
import bloomward.server.admin.view.HistoryReports.SourcePoint;
import bloomward.server.admin.view.HistoryReports.VersionHistory;
import bloomward.server.admin.view.HistoryReports.VersionPoint;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.SourceRow;
import bloomward.server.store.Tables;
import bloomward.server.store.history.HistoryTable.DayCount;
import bloomward.server.store.history.HistoryTable.HourRow;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Gives the figures out.
public final class History {

    /// The days for which figures are kept.
    public static final int DAYS = 90;
    /// Fewer polls in an hour might be those of one person.
    static final long FEWEST_OF_AN_HOUR = 20;
    static final long FEWEST_OF_A_CLASS = 5;

    private static final int MOST = 1000;

    private final PublisherStore store;
    private final Clock clock;

    public History(PublisherStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    private Instant since(int days) {
        return clock.instant().minus(Duration.ofDays(days));
    }

    /// The versions of some days, with the entries of their sources.
    ///
    /// @param name of a list; empty for all
    public VersionHistory versions(String name, int days) throws IOException, Refusal {
        Instant since = since(days);
        return store.<VersionHistory, Refusal>read(tables -> {
            List<ListRow> lists = tables.lists()
                    .all()
                    .stream()
                    .filter(list -> name.isEmpty() || list.name().equals(name))
                    .toList();
            if (lists.isEmpty() && !name.isEmpty()) {
                throw new Refusal(Code.NO_SUCH_LIST, "there is no such list");
            }
            List<Of> all = new ArrayList<>();
            for (ListRow list : lists) {
                tables.publications()
                        .versions(list.id(), MOST)
                        .stream()
                        .filter(version -> !version.at().isBefore(since))
                        .forEach(version -> all.add(new Of(list, version)));
            }
            all.sort(Comparator.comparing(each -> each.version().at()));
            List<VersionPoint> points = new ArrayList<>();
            Map<Long, String> sources = new HashMap<>();
            for (ListRow list : lists) {
                for (SourceRow source : tables.lists().sources(list.id())) {
                    sources.put(source.id(), source.name());
                }
            }
            for (Of each : all.subList(Math.max(0, all.size() - MOST), all.size())) {
                points.add(point(tables, each, sources));
            }
            return new VersionHistory(days, points);
        });
    }

    private record Of(ListRow list, VersionRow version) {}

    private static VersionPoint point(Tables tables, Of each, Map<Long, String> names) throws IOException {
        List<SourcePoint> sources = new ArrayList<>();
        for (Map.Entry<Long, Long> source : tables.history()
                .sources(each.list().id(), each.version().version())
                .entrySet()) {
            sources.add(new SourcePoint(names.getOrDefault(source.getKey(), ""), source.getValue()));
        }
        VersionRow row = each.version();
        return new VersionPoint(each.list().name(), row.version(), row.sequence(), row.at(), row.counts().expressions(),
                row.counts().added(), row.counts().removed(), row.content().packed().length(), sources);
    }

    /// The fetches of some days.
    ///
    /// @param feed empty for all
    public FetchHistory fetches(String feed, int days) throws IOException {
        return new FetchHistory(days,
                store.read(tables -> tables.history().fetches(feed, since(days), MOST))
                        .stream()
                        .map(row -> new FetchPoint(row.feed(), row.at(), row.outcome(), row.lines(), row.accepted(),
                                row.held(), row.rejected(), row.added(), row.removed(), row.detail()))
                        .toList());
    }

    /// The polls of some days by the age of what they presented.
    public AgeHistory ages(int days) throws IOException {
        Map<Instant, Map<String, Long>> hours = new TreeMap<>();
        for (HourRow row : store.read(tables -> tables.history().hours(since(days)))) {
            if (row.name().startsWith(HistoryKeeper.POLL)) {
                hours.computeIfAbsent(row.hour(), _ -> new TreeMap<>())
                        .put(row.name().substring(HistoryKeeper.POLL.length()), row.amount());
            }
        }
        return new AgeHistory(days,
                hours.entrySet().stream().map(hour -> point(hour.getKey(), hour.getValue())).toList());
    }

    private static AgePoint point(Instant hour, Map<String, Long> polls) {
        long all = polls.values().stream().mapToLong(Long::longValue).sum();
        if (all < FEWEST_OF_AN_HOUR) {
            return new AgePoint(hour, Map.of(), 0, true);
        }
        Map<String, Long> shown = new TreeMap<>(polls);
        shown.values().removeIf(count -> count < FEWEST_OF_A_CLASS);
        long few = all - shown.values().stream().mapToLong(Long::longValue).sum();
        return new AgePoint(hour, shown, few, false);
    }

    /// Holds that came and that were decided, by days.
    public HoldHistory holds(int days) throws IOException {
        Instant since = since(days);
        Map<Long, Long> held = byDay(store.read(tables -> tables.history().held(since)));
        Map<Long, Long> decided = byDay(store.read(tables -> tables.history().decided(since)));
        List<HoldPoint> points = new ArrayList<>();
        TreeMap<Long, Long> all = new TreeMap<>(held);
        decided.keySet().forEach(day -> all.putIfAbsent(day, 0L));
        for (long day : all.keySet()) {
            points.add(new HoldPoint(LocalDate.ofEpochDay(day).toString(), held.getOrDefault(day, 0L),
                    decided.getOrDefault(day, 0L)));
        }
        return new HoldHistory(days, points);
    }

    private static Map<Long, Long> byDay(List<DayCount> counts) {
        Map<Long, Long> map = new HashMap<>();
        counts.forEach(each -> map.put(each.day(), each.count()));
        return map;
    }
}
