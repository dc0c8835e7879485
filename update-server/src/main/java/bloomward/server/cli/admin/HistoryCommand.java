package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Table;
import bloomward.server.admin.view.PublishReports.PublicationView;
import bloomward.server.admin.view.PublishReports.VersionView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward-admin history`.
@Command(name = "history", mixinStandardHelpOptions = true,
        description = "Shows past publications, newest first, each with the lists that it changed.",
        footer = {"", "Example: bloomward-admin history --limit 5"})
final class HistoryCommand implements Callable<Integer> {

    private final AdminSession session;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20",
            description = "Maximum number of publications (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--of", paramLabel = "publications|feeds|ages|holds",
            description = "Show figures of some days instead, one line for each.")
    private Optional<String> of = Optional.empty();

    @Option(names = "--days", paramLabel = "N", defaultValue = "30",
            description = "Days of figures (default: ${DEFAULT-VALUE}, at most 90).")
    private int days;

    HistoryCommand(AdminSession session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
        Options.requireAtLeast(1, "--limit", limit);
        Options.requireAtLeast(1, "--days", days);
        try (AdminApi api = session.open()) {
            if (of.isPresent()) {
                FigureRows.show(session, api, of.get(), days);
                return ExitCode.DONE;
            }
            Answers.Publications publications = api.publications(limit);
            session.show(publications, page -> describe(page, publications));
        }
        return ExitCode.DONE;
    }

    private static void describe(Page page, Answers.Publications publications) {
        Table table = new Table("", "sequence", "issued", "by", "changes", "note");
        for (PublicationView publication : publications.publications()) {
            table.row(publication.isCurrent() ? "*" : " ", Long.toString(publication.sequence()),
                    Figures.time(publication.issued()), publication.actor(), changes(publication), publication.note());
        }
        page.table(table);
        publications.publications()
                .stream()
                .filter(PublicationView::isCurrent)
                .findFirst()
                .ifPresent(current -> page.line("* current, expires " + Figures.time(current.expires())));
    }

    private static String changes(PublicationView publication) {
        if (publication.renews()) {
            return "renewed";
        }
        String lists = publication.lists()
                .stream()
                .filter(VersionView::isNew)
                .map(HistoryCommand::change)
                .collect(Collectors.joining("; "));
        String left = publication.leaving().isEmpty() ? "" : "without " + String.join(", ", publication.leaving());
        String both = lists.isEmpty() || left.isEmpty() ? lists + left : lists + "; " + left;
        return both.isEmpty() ? "allow list" : both;
    }

    private static String change(VersionView list) {
        return list.name() + " " + list.version() + " (" + Figures.signed(list.added(), '+') + " "
                + Figures.signed(list.removed(), '-') + ")";
    }
}
