package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.server.admin.view.ListReports.Explanation;
import bloomward.server.admin.view.ListReports.Match;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `bloomward-admin allow check`: what 'explain' says, asked from the side of the allow list.
@Command(name = "check", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Tells for each URL whether it is allowed, by which entries, for which lists and until when, and which listed"
            + " entries this overrides.",
    "Exit code: 0 if every URL is allowed, now or from the next publication on; 1 if one is not; 2 on errors."},
        footer = {"", "Example: bloomward-admin allow check https://www.example.org/login"})
final class AllowCheckCommand implements Callable<Integer> {

    private static final Set<String> ALLOWED = Set.of("allowed", "allowed-in-draft", "allowed-until-published");
    private static final Set<String> LISTED = Set.of("listed", "draft", "leaving");

    private final AdminSession session;

    @Parameters(paramLabel = "URL", arity = "0..*",
            description = "Without any, or with '-', read from standard input, one per line.")
    private List<String> urls = List.of();

    AllowCheckCommand(AdminSession session) {
        this.session = session;
    }

    /// @param now the answer of agents
    /// @param next their answer after the next publication
    /// @param isAllowed whether an entry that has not ended allows it, now or from the next publication on
    /// @param entries that allow it, those that have ended too
    /// @param overridden listed entries without effect on it
    /// @param listed listed entries of lists for which it is not allowed
    record Check(String url, String canonical, String now, String next, boolean isAllowed, List<Match> entries,
            List<Match> overridden, List<Match> listed) {

        static Check of(Explanation found, Instant time) {
            List<Match> entries = found.matches().stream().filter(match -> ALLOWED.contains(match.state())).toList();
            List<Match> holding = entries.stream().filter(match -> !isOver(match, time)).toList();
            List<Match> overridden = new ArrayList<>();
            List<Match> listed = new ArrayList<>();
            for (Match match : found.matches()) {
                if (LISTED.contains(match.state())) {
                    boolean isAllowed = holding.stream()
                            .anyMatch(entry -> entry.list().isEmpty() || entry.list().equals(match.list()));
                    (isAllowed ? overridden : listed).add(match);
                }
            }
            return new Check(found.url(), found.canonical(), found.now(), found.next(),
                    holding.stream().anyMatch(match -> !match.state().equals("allowed-until-published")), entries,
                    overridden, listed);
        }

        private static boolean isOver(Match match, Instant time) {
            return !match.expires().isEmpty() && !Instant.parse(match.expires()).isAfter(time);
        }
    }

    record Checks(List<Check> checks) {}

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
        List<Check> checks = new ArrayList<>();
        Instant time = session.io().clock().instant();
        try (AdminApi api = session.open()) {
            for (String url : Urls.of(urls, session.io().in())) {
                checks.add(Check.of(api.explain(url), time));
            }
        }
        session.show(new Checks(checks), page -> checks.forEach(check -> describe(page, check, time)));
        return checks.stream().allMatch(Check::isAllowed) ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private static void describe(Page page, Check check, Instant time) {
        page.line(check.canonical());
        if (check.entries().isEmpty()) {
            page.line(Tone.CAREFUL, "  not allowed");
        }
        for (Match match : check.entries()) {
            page.line(Check.isOver(match, time) ? Tone.CAREFUL : Tone.GOOD,
                    "  " + words(match.state()) + " by " + match.expression() + " (" + match.scope() + ") "
                            + forWhat(match) + end(match, time)
                            + (match.source().isEmpty() ? "" : ", group " + match.source())
                            + (match.by().isEmpty() ? "" : ", by " + match.by())
                            + (match.reason().isEmpty() ? "" : ": " + match.reason()));
        }
        check.overridden().forEach(match -> page.line("  overrides " + listed(match)));
        check.listed().forEach(match -> page.line(Tone.BAD, "  does not override " + listed(match)));
        page.line(Tone.FAINT, "  agents say now: " + check.now() + "; after the next publication: " + check.next());
    }

    private static String end(Match match, Instant time) {
        return match.expires().isEmpty()
                ? ", without an end"
                : (Check.isOver(match, time) ? ", ended " : ", until ") + Figures.time(match.expires());
    }

    private static String words(String state) {
        return switch (state) {
            case "allowed-in-draft" -> "allowed from the next publication on";
            case "allowed-until-published" -> "allowed until the next publication";
            default -> "allowed";
        };
    }

    /// The list for which an allow entry holds, in words.
    static String forWhat(Match match) {
        return match.list().isEmpty() ? "for every list" : "for list " + match.list();
    }

    private static String listed(Match match) {
        return match.expression() + " (" + match.scope() + ") in " + match.list() + " from " + match.source()
                + (match.state().equals("listed") ? "" : ", " + match.state());
    }
}
