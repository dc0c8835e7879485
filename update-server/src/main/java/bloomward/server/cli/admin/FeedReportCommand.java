package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Table;
import bloomward.server.admin.view.FeedReports.FeedComparison;
import bloomward.server.admin.view.FeedReports.FeedWorth;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-admin feed report`.
@Command(name = "report", mixinStandardHelpOptions = true,
        description = {
            "Shows the contribution of each feed: entries that no other source has, overlap, changes, held and "
                    + "corrected entries, and age."},
        footer = {"", "Example: bloomward-admin feed report --days 7 -o json"})
final class FeedReportCommand implements Callable<Integer> {

    private static final int MOST_OTHERS = 5;

    private final AdminSession session;

    @Option(names = "--days", paramLabel = "N", defaultValue = "30",
            description = "Period for added and removed entries (default: ${DEFAULT-VALUE}).")
    private int days;

    FeedReportCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
        Options.requireAtLeast(1, "--days", days);
        try (AdminApi api = session.open()) {
            FeedComparison comparison = api.compareFeeds(days);
            Instant now = session.io().clock().instant();
            session.show(comparison, page -> describe(page, comparison, now));
        }
        return ExitCode.DONE;
    }

    private static void describe(Page page, FeedComparison comparison, Instant now) {
        Table table = new Table("feed", "list", "entries", "alone", "%", "added", "removed", "held", "%", "corrected",
                "%", "age, days", "changed");
        for (FeedWorth feed : comparison.feeds()) {
            long corrected = feed.rejected() + feed.allowed();
            long said = feed.entries() + feed.held() + feed.rejected();
            table.row(feed.name(), feed.list(), feed.entries(), feed.alone(), share(feed.alone(), feed.entries()),
                    Figures.signed(feed.added(), '+'), Figures.signed(feed.removed(), '-'), feed.held(),
                    share(feed.held(), said), corrected, share(corrected, said), age(feed, now),
                    Figures.time(feed.lastChange()));
        }
        page.table(table);
        for (FeedWorth feed : comparison.feeds()) {
            if (!feed.shared().isEmpty()) {
                page.line(feed.name() + " shares: " + others(feed));
            }
        }
        page.line(Tone.FAINT, "added and removed: last " + Figures.amount(comparison.days(), "day", "days")
                + "; age: median of the entries; corrected: rejected, or hidden by the allow list");
    }

    private static String others(FeedWorth feed) {
        String named = feed.shared()
                .entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_OTHERS)
                .map(other -> other.getKey() + " " + Figures.count(other.getValue()) + " ("
                        + share(other.getValue(), feed.entries()) + " %)")
                .collect(Collectors.joining(", "));
        int more = feed.shared().size() - MOST_OTHERS;
        return more > 0 ? named + ", and " + more + " more" : named;
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f", 100.0 * part / whole);
    }

    private static String age(FeedWorth feed, Instant now) {
        return feed.median().isEmpty()
                ? "-"
                : Long.toString(Math.max(0, Duration.between(Instant.parse(feed.median()), now).toDays()));
    }
}
