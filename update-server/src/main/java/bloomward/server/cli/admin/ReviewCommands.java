package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Table;
import bloomward.server.admin.view.ReviewReports.DraftView;
import bloomward.server.admin.view.ReviewReports.ReviewView;
import bloomward.server.admin.view.ReviewReports.ReviewWords;
import bloomward.server.admin.view.ReviewReports.VersionDetails;
import bloomward.server.admin.view.ReviewReports.VersionsPart;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin review` and `versions`.
@Command(name = "review", mixinStandardHelpOptions = true,
        description = "Asks others to approve a draft, declines one, and shows the words about it.",
        footer = {"", "Example: bloomward-admin review request phishing --note 'new feed, 400 entries'"})
final class ReviewCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new ReviewCommands()).addSubcommand(new Shown(session))
                .addSubcommand(new Request(session))
                .addSubcommand(new Decline(session));
    }

    private static void describe(Page page, DraftView draft) {
        page.line("draft " + draft.diff().draft() + " of " + draft.diff().name() + ", by "
                + String.join(", ", draft.authors()));
        Table table = new Table("at", "by", "", "note", "draft");
        for (ReviewView each : draft.review()) {
            table.row(Figures.time(each.at()), each.by(), each.kind(), each.note(),
                    each.isCurrent() ? "this one" : "an earlier one");
        }
        page.table(table);
        if (!draft.mayApprove().isEmpty()) {
            page.line("you may not approve it: " + draft.mayApprove());
        }
        if (!draft.mayPublish().isEmpty()) {
            page.line("you may not publish it: " + draft.mayPublish());
        }
    }

    @Command(name = "show", mixinStandardHelpOptions = true,
            description = "Shows the words about a draft, and whether you may approve or publish it.",
            footer = {"", "Example: bloomward-admin review show phishing"})
    private static final class Shown extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "The list.")
        private String list = "";

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            DraftView draft = api.draft(list);
            session.show(draft, page -> describe(page, draft));
        }
    }

    @Command(name = "request", mixinStandardHelpOptions = true,
            description = "Asks the others to approve the draft of a list, as it is now or as --draft names it.",
            footer = {"", "Example: bloomward-admin review request phishing --note 'the new feed, 412 entries'"})
    private static final class Request extends Words {

        Request(AdminSession session) {
            super(session, false);
        }
    }

    @Command(name = "decline", mixinStandardHelpOptions = true,
            description = {"Declines the draft of a list, as it is now or as --draft names it.",
                "Its approvals are lost; it can be approved again."},
            footer = {"", "Example: bloomward-admin review decline phishing --note 'co.uk is a public suffix'"})
    private static final class Decline extends Words {

        Decline(AdminSession session) {
            super(session, true);
        }
    }

    /// Words about a draft.
    private abstract static class Words extends AdminCommand {

        private final boolean declines;

        @Parameters(paramLabel = "NAME", description = "The list.")
        private String list = "";

        @Option(names = "--note", paramLabel = "TEXT", defaultValue = "", description = "Words for the others.")
        private String note = "";

        @Option(names = "--draft", paramLabel = "DIGEST", description = "The draft that is meant, as 'diff' shows it.")
        private Optional<String> draft = Optional.empty();

        Words(AdminSession session, boolean declines) {
            super(session);
            this.declines = declines;
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            String seen = draft.isPresent() ? draft.get() : api.draft(list).diff().draft();
            DraftView said = api.say(list, new ReviewWords(seen, note), declines);
            session.show(said, page -> describe(page, said));
        }
    }

    @Command(name = "versions", mixinStandardHelpOptions = true,
            description = "Shows the versions of a list, newest first.",
            footer = {"", "Example: bloomward-admin versions phishing --limit 5"})
    static final class Versions extends AdminCommand {

        @Parameters(paramLabel = "NAME", description = "The list.")
        private String list = "";

        @Option(names = "--before", paramLabel = "N", defaultValue = "0", description = "Only versions below this one.")
        private long before;

        @Option(names = "--limit", paramLabel = "N", defaultValue = "20",
                description = "Maximum number of versions (default: ${DEFAULT-VALUE}).")
        private int limit;

        Versions(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireAtLeast(1, "--limit", limit);
            VersionsPart part = api.versions(list, before, limit);
            session.show(part, page -> {
                Table table = new Table("", "version", "at", "by", "entries", "added", "removed", "note");
                for (VersionDetails each : part.versions()) {
                    table.row(each.isPublished() ? "*" : each.returnable() ? " " : "-", Long.toString(each.version()),
                            Figures.time(each.at()), each.actor(), Figures.count(each.entries()),
                            Figures.count(each.added()), Figures.count(each.removed()), each.note());
                }
                page.table(table);
                page.line("* published, - cannot be returned to");
                if (part.next() > 0) {
                    page.line("more: --before " + part.next());
                }
            });
        }
    }
}
