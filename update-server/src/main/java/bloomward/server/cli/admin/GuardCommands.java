package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.program.text.Table;
import bloomward.server.admin.view.GuardReports.GuardChange;
import bloomward.server.admin.view.GuardReports.GuardHosts;
import bloomward.server.admin.view.GuardView;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.Options;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin guards`.
@Command(name = "guards", mixinStandardHelpOptions = true,
        description = "Shows and replaces the guard lists, which keep important hosts from being listed by mistake.",
        footer = {"", "Example: bloomward-admin guards show"})
final class GuardCommands {

    private static final List<String> LISTS_OF_HOSTS = List.of("popular", "protected", "shorteners");

    static CommandLine of(AdminSession session) {
        return new CommandLine(new GuardCommands()).addSubcommand(new Shown(session))
                .addSubcommand(new Add(session))
                .addSubcommand(new Remove(session))
                .addSubcommand(new Update(session));
    }

    private static void describe(Page page, Answers.Guards guards) {
        Table table = new Table("guard", "hosts", "origin");
        guards.guards().forEach(guard -> table.row(guard.name(), guard.hosts(), guard.origin()));
        page.table(table);
    }

    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Shows the guard lists, the hosts of one, or the guarded hosts at, above and below a host."},
            footer = {"", "Example: bloomward-admin guards show mail.example"})
    private static final class Shown extends AdminCommand {

        @Parameters(paramLabel = "HOST", arity = "0..1", description = "Host to look for.")
        private Optional<String> host = Optional.empty();

        @Option(names = "--list", paramLabel = "NAME",
                description = "Show the hosts of this list: popular, protected or shorteners.")
        private Optional<String> list = Optional.empty();

        @Option(names = "--limit", paramLabel = "N", defaultValue = "100",
                description = "Show at most N hosts of a list (default: ${DEFAULT-VALUE}).")
        private int limit;

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireAtLeast(1, "--limit", limit);
            if (host.isEmpty() && list.isEmpty()) {
                Answers.Guards guards = api.guards();
                session.show(guards, page -> GuardCommands.describe(page, guards));
                return;
            }
            List<GuardHosts> found = new ArrayList<>();
            for (String name : list.map(List::of).orElse(LISTS_OF_HOSTS)) {
                found.add(api.guardHosts(name, host.orElse(""), limit));
            }
            session.show(Map.of("guards", found), page -> found.forEach(each -> describe(page, each)));
        }

        private void describe(Page page, GuardHosts guarded) {
            page.line(guarded.name() + " (" + Figures.amount(guarded.size(), "host", "hosts")
                    + (guarded.name().equals("protected") ? " of the operator" : "") + "):"
                    + (guarded.hosts().isEmpty() && !guarded.builtIn() ? " none" : "")
                    + (guarded.builtIn() ? " protected by the program" : ""));
            guarded.hosts().forEach(each -> page.line("  " + each));
        }
    }

    @Command(name = "add", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Adds hosts to a guard list.",
            footer = {"", "Example: bloomward-admin guards add our-bank.example --to protected --reason 'our own'"})
    private static final class Add extends AdminCommand {

        @Parameters(paramLabel = "HOST", arity = "1..*", description = "The hosts.")
        private List<String> hosts = List.of();

        @Option(names = "--to", paramLabel = "LIST", required = true,
                description = "The guard list: popular, protected or shorteners.")
        private String list = "";

        @Option(names = "--reason", required = true, paramLabel = "R", description = "Reason, for the audit log.")
        private String reason = "";

        Add(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--to", list, "popular", "protected", "shorteners");
            GuardView changed = api.changeGuard(list, new GuardChange(hosts, true, reason));
            session.show(changed, page -> GuardCommands.describe(page, new Answers.Guards(List.of(changed))));
        }
    }

    @Command(name = "remove", mixinStandardHelpOptions = true, sortOptions = false,
            description = {"Removes hosts from a guard list: from then on an import can list them unheld.",
                "Hosts protected by the program stay."},
            footer = {"", "Example: bloomward-admin guards remove old.example --from popular --reason 'gone' --yes"})
    private static final class Remove extends AdminCommand {

        @Parameters(paramLabel = "HOST", arity = "1..*", description = "Hosts to remove.")
        private List<String> hosts = List.of();

        @Option(names = "--from", paramLabel = "LIST", required = true,
                description = "The guard list: popular, protected or shorteners.")
        private String list = "";

        @Option(names = "--reason", required = true, paramLabel = "R", description = "Reason, for the audit log.")
        private String reason = "";

        @Option(names = "--yes", description = "Do not ask for confirmation.")
        private boolean yes;

        Remove(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Options.requireOneOf("--from", list, "popular", "protected", "shorteners");
            if (!yes) {
                session.confirm("Remove them from '" + list + "'?", page -> hosts.forEach(
                        host -> page.line(Tone.CAREFUL, host + ": an import can list it unheld from then on")));
            }
            GuardView changed = api.changeGuard(list, new GuardChange(hosts, false, reason));
            session.show(changed, page -> GuardCommands.describe(page, new Answers.Guards(List.of(changed))));
        }
    }

    @Command(name = "update", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Replaces one or more guard lists with the hosts in a file.",
            footer = {"", "Example: bloomward-admin guards update --protected our-domains.txt"})
    private static final class Update implements Callable<Integer> {

        private final AdminSession session;

        @Option(names = "--popular", paramLabel = "FILE", description = "Widely used hosts, one per line.")
        private Optional<Path> popular = Optional.empty();

        @Option(names = "--protected", paramLabel = "FILE",
                description = "Hosts of your own and of partners; the built-in ones stay protected.")
        private Optional<Path> ours = Optional.empty();

        @Option(names = "--suffixes", paramLabel = "FILE", description = "The Public Suffix List.")
        private Optional<Path> suffixes = Optional.empty();

        @Option(names = "--shorteners", paramLabel = "FILE", description = "Hosts of link shorteners.")
        private Optional<Path> shorteners = Optional.empty();

        Update(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, ServerProblemException, InterruptedException {
            Map<String, Path> files = new LinkedHashMap<>();
            popular.ifPresent(file -> files.put("popular", file));
            ours.ifPresent(file -> files.put("protected", file));
            suffixes.ifPresent(file -> files.put("suffixes", file));
            shorteners.ifPresent(file -> files.put("shorteners", file));
            if (files.isEmpty()) {
                throw CommandException.error("nothing to update\nUse --popular, --protected, --suffixes or"
                        + " --shorteners, each with a file.");
            }
            List<GuardView> updated = new ArrayList<>();
            try (AdminApi api = session.open()) {
                for (Map.Entry<String, Path> guard : files.entrySet()) {
                    try (ListBody hosts = ListBody.open(guard.getValue(), session.io().in())) {
                        updated.add(api.replaceGuard(guard.getKey(), hosts.publisher()));
                    }
                }
            }
            Answers.Guards guards = new Answers.Guards(updated);
            session.show(guards, page -> describe(page, guards));
            return ExitCode.DONE;
        }
    }
}
