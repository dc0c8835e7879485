package bloomward.server.cli.admin;

import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.text.Page;
import bloomward.program.text.Table;
import bloomward.server.admin.GuardView;
import bloomward.server.cli.AdminSession;
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

/// `bloomward-admin guards`.
@Command(name = "guards", mixinStandardHelpOptions = true,
        description = "Shows and replaces the guard lists, which keep important hosts from being listed by mistake.",
        footer = {"", "Example: bloomward-admin guards show"})
final class GuardCommands {

    static CommandLine of(AdminSession session) {
        return new CommandLine(new GuardCommands()).addSubcommand(new Shown(session))
                .addSubcommand(new Update(session));
    }

    private static void describe(Page page, Answers.Guards guards) {
        Table table = new Table("guard", "hosts", "origin");
        guards.guards().forEach(guard -> table.row(guard.name(), guard.hosts(), guard.origin()));
        page.table(table);
    }

    @Command(name = "show", mixinStandardHelpOptions = true, description = "Shows the guard lists.",
            footer = {"", "Example: bloomward-admin guards show"})
    private static final class Shown extends AdminCommand {

        Shown(AdminSession session) {
            super(session);
        }

        @Override
        void run(AdminApi api) throws IOException, CommandException, ServerProblemException, InterruptedException {
            Answers.Guards guards = api.guards();
            session.show(guards, page -> describe(page, guards));
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
