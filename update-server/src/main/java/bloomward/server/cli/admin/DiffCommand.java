package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.server.admin.DraftAdmin.DiffQuery;
import bloomward.server.admin.view.ListReports.DiffPart;
import bloomward.server.admin.view.ListReports.DiffReport;
import bloomward.server.admin.view.ListReports.DiffRow;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.GlobalOptions.Format;
import bloomward.server.cli.GlobalOptions.MoreFormats;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin diff`.
@Command(name = "diff", mixinStandardHelpOptions = true, sortOptions = false,
        description = {"Shows the changes of the next publication: counts, and some of them.",
            "With one of the options below, shows every change: +added, -removed, ~other terms.",
            "-o unified: the same for programs that read differences, with other terms as two lines and without line"
                    + " numbers."},
        footer = {"", "Example: bloomward-admin diff phishing --all"})
final class DiffCommand extends AdminCommand implements MoreFormats {

    private static final int ROWS_AT_ONCE = 10_000;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Lists (default: all).")
    private List<String> lists = List.of();

    @Option(names = "--all", description = "Show every change.")
    private boolean all;

    @Option(names = "--limit", paramLabel = "N", description = "Show at most N changes of each list.")
    private Optional<Integer> limit = Optional.empty();

    @Option(names = "--after", paramLabel = "EXPRESSION",
            description = "Begin behind this one, where the last --limit ended.")
    private Optional<String> after = Optional.empty();

    @Option(names = "--change", paramLabel = "C", description = "Only added, removed or changed ones.")
    private Optional<String> change = Optional.empty();

    @Option(names = "--source", paramLabel = "NAME", description = "Only entries of this source.")
    private Optional<String> source = Optional.empty();

    @Option(names = "--search", paramLabel = "TEXT", description = "Only expressions that contain this.")
    private Optional<String> search = Optional.empty();

    @Option(names = "--from", paramLabel = "VERSION",
            description = "Compare with this version instead of the published one, or of the one before --to.")
    private Optional<Long> from = Optional.empty();

    @Option(names = "--to", paramLabel = "VERSION", description = "Show this version instead of the draft.")
    private Optional<Long> to = Optional.empty();

    @Option(names = "--draft", paramLabel = "DIGEST", description = "Refuse if the draft is no longer this one.")
    private Optional<String> draft = Optional.empty();

    DiffCommand(AdminSession session) {
        super(session);
    }

    @Override
    public Set<Format> moreFormats() {
        return Set.of(Format.UNIFIED);
    }

    @Override
    void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
        if (all || limit.isPresent() || after.isPresent() || change.isPresent() || source.isPresent()
                || search.isPresent() || from.isPresent() || to.isPresent() || draft.isPresent() || isUnified()) {
            showRows(api);
            return;
        }
        DiffReport diff = api.diff(lists);
        session.show(diff, page -> DiffPage.describe(page, diff));
    }

    private void showRows(AdminApi api)
            throws IOException, CommandException, ServerProblemException, InterruptedException {
        if (lists.size() != 1 && (after.isPresent() || draft.isPresent() || from.isPresent() || to.isPresent())) {
            throw CommandException.error("--after, --from, --to and --draft are of one list\nName one list.");
        }
        Options.requireAtLeast(1, "--from", from.orElse(1L));
        Options.requireAtLeast(1, "--to", to.orElse(1L));
        if (all && limit.isPresent()) {
            throw CommandException.error("--all cannot be combined with --limit");
        }
        long most = limit.isPresent() ? limit.get() : Long.MAX_VALUE;
        Options.requireAtLeast(1, "--limit", most);
        if (change.isPresent()) {
            Options.requireOneOf("--change", change.get(), "added", "removed", "changed");
        }
        List<String> names = lists.isEmpty() ? api.lists().lists().stream().map(ListView::name).toList() : lists;
        if (session.isJson()) {
            if (names.size() != 1) {
                throw CommandException
                        .error("-o json has every change of one list\nName one list, or leave the" + " options out.");
            }
            DiffPart whole = collect(api, names.getFirst(), most);
            session.show(whole, _ -> {});
            return;
        }
        for (String name : names) {
            if (names.size() > 1 && !isUnified()) {
                session.show(name, page -> page.line(name + ":"));
            }
            print(api, name, most);
        }
    }

    private boolean isUnified() {
        return session.format() == Format.UNIFIED;
    }

    /// One object, or an error and none.
    private DiffPart collect(AdminApi api, String list, long most)
            throws IOException, ServerProblemException, InterruptedException {
        List<DiffRow> rows = new ArrayList<>();
        DiffPart part = first(api, list, most);
        rows.addAll(part.rows());
        while (!part.next().isEmpty() && rows.size() < most) {
            part = next(api, part, most - rows.size());
            rows.addAll(part.rows());
        }
        return new DiffPart(part.name(), part.draft(), rows, part.next());
    }

    /// As they come: there may be half a million.
    private void print(AdminApi api, String list, long most)
            throws IOException, ServerProblemException, InterruptedException {
        DiffPart part = first(api, list, most);
        long shown = 0;
        if (isUnified()) {
            session.write(DiffPage.unifiedHead(part));
        }
        while (true) {
            DiffPart now = part;
            if (isUnified()) {
                session.write(DiffPage.unified(now.rows()));
            } else {
                session.show(now, page -> DiffPage.describe(page, now.rows()));
            }
            shown += now.rows().size();
            if (now.next().isEmpty() || shown >= most) {
                if (!isUnified()) {
                    session.show(now, page -> DiffPage.describeEnd(page, now));
                } else if (!now.next().isEmpty()) {
                    session.say("more: --after '" + now.next() + "' --draft " + now.draft());
                }
                return;
            }
            part = next(api, now, most - shown);
        }
    }

    private DiffPart first(AdminApi api, String list, long most)
            throws IOException, ServerProblemException, InterruptedException {
        return part(api, list, draft.orElse(""), after.orElse(""), most);
    }

    /// Of the same draft, or the server refuses.
    private DiffPart next(AdminApi api, DiffPart before, long most)
            throws IOException, ServerProblemException, InterruptedException {
        return part(api, before.name(), before.draft(), before.next(), most);
    }

    private DiffPart part(AdminApi api, String list, String of, String behind, long most)
            throws IOException, ServerProblemException, InterruptedException {
        return api.diffPart(list, new DiffQuery(of, behind, change.orElse(""), source.orElse(""), search.orElse(""),
                from.orElse(0L), to.orElse(0L)), (int) Math.min(most, ROWS_AT_ONCE));
    }
}
