package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.server.admin.EntryAdmin.EntryQuery;
import bloomward.server.admin.view.ListReports.EntryPart;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.GlobalOptions.Format;
import bloomward.server.cli.GlobalOptions.MoreFormats;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.ServerProblemException;
import bloomward.server.cli.keys.Expiry;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin entries`.
@Command(name = "entries", mixinStandardHelpOptions = true, description = "Finds and exports the entries of a draft.",
        footer = {"", "Example: bloomward-admin entries search phishing evil.example"})
final class EntriesCommands {

    private static final int ROWS_AT_ONCE = 10_000;

    static CommandLine of(AdminSession session) {
        return new CommandLine(new EntriesCommands()).addSubcommand(new Search(session))
                .addSubcommand(new Export(session));
    }

    /// The conditions that entries fulfil, all of them.
    static final class Conditions {

        @Option(names = "--source", paramLabel = "S", defaultValue = "", description = "Only entries of this source.")
        private String source = "";

        @Option(names = "--added-by", paramLabel = "WHO", defaultValue = "",
                description = "Only entries brought by this person or feed, as the audit log names them.")
        private String addedBy = "";

        @Option(names = "--since", paramLabel = "T", defaultValue = "",
                description = "Only entries that came later: a date, a time, or a span back from now such as 12h or 30d.")
        private String since = "";

        EntryQuery with(String pattern, AdminSession session) throws CommandException {
            return new EntryQuery(pattern, source, addedBy, Expiry.past("--since", since, session.io().clock()), 0, "");
        }
    }

    /// Reads all entries that fulfil a question, part by part; the server searches each part of the same state.
    ///
    /// @return whether there are more
    private static boolean each(AdminApi api, String list, EntryQuery query, long limit, EntryRows rows)
            throws IOException, ServerProblemException, InterruptedException {
        long left = limit;
        EntryQuery next = query;
        boolean isFirst = true;
        while (true) {
            EntryPart part = api.entries(list, next, (int) Math.min(left, ROWS_AT_ONCE));
            if (isFirst) {
                rows.begin(part);
                isFirst = false;
            }
            rows.take(part.entries());
            left -= part.entries().size();
            if (part.next().isEmpty() || left <= 0) {
                rows.end(part.next());
                return !part.next().isEmpty();
            }
            next = new EntryQuery(query.pattern(), query.source(), query.by(), query.since(), part.change(),
                    part.next());
        }
    }

    @Command(name = "search", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Finds entries of a list's draft, with their source, author and time.",
                "PATTERN is a host, which means the host and all hosts below it; *.HOST for those below it;"
                        + " or a part of the expression, alone or as *PART*. Without PATTERN, every entry.",
                "More forms of output: -o jsonl, csv or tsv, with one row per entry."},
            footer = {"", "Example: bloomward-admin entries search phishing '*.weebly.com' -o csv"})
    private static final class Search implements Callable<Integer>, MoreFormats {

        private static final int SHOWN = 100;

        private final AdminSession session;

        @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
        private String list = "";

        @Parameters(index = "1", paramLabel = "PATTERN", arity = "0..1", defaultValue = "",
                description = "Host, *.HOST or part of an expression.")
        private String pattern = "";

        @Mixin
        private Conditions conditions = new Conditions();

        @Option(names = "--limit", paramLabel = "N",
                description = "Show about N entries (default: 100 as text, otherwise all).")
        private Optional<Long> limit = Optional.empty();

        Search(AdminSession session) {
            this.session = session;
        }

        @Override
        public Set<Format> moreFormats() {
            return Set.of(Format.JSONL, Format.CSV, Format.TSV);
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            boolean isText = session.format() == Format.HUMAN;
            long most = limit.orElse(isText ? SHOWN : Long.MAX_VALUE);
            Options.requireAtLeast(1, "--limit", most);
            EntryRows rows = EntryRows.of(session, false);
            try (AdminApi api = session.open()) {
                boolean isMore = each(api, list, conditions.with(pattern, session), most, rows);
                if (isText) {
                    session.say(Figures.amount(rows.count(), "entry", "entries")
                            + (isMore ? ", and there may be more: use --limit" : ""));
                }
            }
            return ExitCode.DONE;
        }
    }

    @Command(name = "export", mixinStandardHelpOptions = true, sortOptions = false,
            description = {
                "Writes the entries of a list's draft, one per line with its scope, as 'import' reads them"
                        + " (format expressions).",
                "Source, category, reason and end of an entry are not read back; they are in the other forms of output:"
                        + " -o json, jsonl, csv or tsv."},
            footer = {"", "Example: bloomward-admin entries export phishing --source csirt > csirt.txt"})
    private static final class Export implements Callable<Integer>, MoreFormats {

        private final AdminSession session;

        @Parameters(index = "0", paramLabel = "NAME", description = "The list.")
        private String list = "";

        @Parameters(index = "1", paramLabel = "PATTERN", arity = "0..1", defaultValue = "",
                description = "Only these entries, as for 'entries search'.")
        private String pattern = "";

        @Mixin
        private Conditions conditions = new Conditions();

        Export(AdminSession session) {
            this.session = session;
        }

        @Override
        public Set<Format> moreFormats() {
            return Set.of(Format.JSONL, Format.CSV, Format.TSV);
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            EntryRows rows = EntryRows.of(session, true);
            try (AdminApi api = session.open()) {
                each(api, list, conditions.with(pattern, session), Long.MAX_VALUE, rows);
            }
            return ExitCode.DONE;
        }
    }
}
