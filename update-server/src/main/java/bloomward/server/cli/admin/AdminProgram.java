package bloomward.server.cli.admin;

import bloomward.program.command.CommandRun;
import bloomward.program.command.Version;
import bloomward.program.pages.CompletionCommand;
import bloomward.program.pages.PagesCommand;
import bloomward.program.terminal.Io;
import bloomward.server.admin.Role;
import bloomward.server.cli.AdminFailures;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.GlobalOptions;
import bloomward.server.cli.keys.KeyCommands;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// The command line of `bloomward-admin`. Exit codes: 0 done, 1 refused, 2 an error.
public final class AdminProgram {

    private AdminProgram() {}

    /// Runs one command line. Building all commands takes longer than running most of them, so only the named one is built; all of
    /// them if an option comes first, or an unknown name.
    ///
    /// @return the exit code
    public static int run(Io io, String... args) {
        return CommandRun.run(commands(io, args.length > 0 ? args[0] : ""), io, new AdminFailures(), args);
    }

    /// All commands.
    public static CommandLine commands(Io io) {
        return commands(io, "");
    }

    private static CommandLine commands(Io io, String first) {
        GlobalOptions options = new GlobalOptions();
        AdminSession session = new AdminSession(io, options);
        CommandLine line = new CommandLine(options);
        line.getCommandSpec().version("bloomward-admin " + Version.number());
        Map<String, Supplier<Object>> all = byName(session);
        if (all.containsKey(first)) {
            all.keySet().retainAll(Set.of(first));
        }
        all.forEach((name, command) -> line.addSubcommand(name, command.get()));
        line.addSubcommand(new CompletionCommand(io.out(), line::getCommandSpec))
                .addSubcommand(new PagesCommand(line::getCommandSpec));
        line.setExecutionStrategy(parsed -> {
            options.requireFormat(parsed.asCommandLineList().getLast());
            return new CommandLine.RunLast().execute(parsed);
        });
        return line.registerConverter(Role.class, label -> Role.labelled(label)
                .orElseThrow(() -> new TypeConversionException("'" + label + "' is not a role")));
    }

    /// In the order of the help.
    private static Map<String, Supplier<Object>> byName(AdminSession session) {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("list", () -> ListCommands.of(session));
        all.put("import", () -> new ImportCommand(session));
        all.put("add", () -> new EntryCommands.Add(session));
        all.put("remove", () -> new EntryCommands.Remove(session));
        all.put("entries", () -> EntriesCommands.of(session));
        all.put("allow", () -> AllowCommands.of(session));
        all.put("feed", () -> FeedCommands.of(session));
        all.put("guards", () -> GuardCommands.of(session));
        all.put("holds", () -> HoldCommands.of(session));
        all.put("reports", () -> ReportCommands.of(session));
        all.put("diff", () -> new DiffCommand(session));
        all.put("approve", () -> new ApproveCommand(session));
        all.put("publish", () -> new PublishCommand(session));
        all.put("sign-pending", () -> new PendingCommands.Sign(session));
        all.put("withdraw-pending", () -> new PendingCommands.Withdraw(session));
        all.put("renew", () -> new RenewCommand(session));
        all.put("review", () -> ReviewCommands.of(session));
        all.put("history", () -> new HistoryCommand(session));
        all.put("versions", () -> new ReviewCommands.Versions(session));
        all.put("rollback", () -> new RollbackCommand(session));
        all.put("explain", () -> new ExplainCommand(session));
        all.put("retention", () -> RetentionCommands.of(session));
        all.put("servers", () -> new ServersCommand(session));
        all.put("token", () -> TokenCommands.of(session));
        all.put("audit", () -> AuditCommands.of(session));
        all.put("console", () -> new ConsoleCommands.Open(session));
        all.put("whoami", () -> new ConsoleCommands.WhoAmI(session));
        all.put("status", () -> new ConsoleCommands.Status(session));
        all.put("jobs", () -> new ConsoleCommands.Jobs(session));
        all.put("events", () -> new ConsoleCommands.Events(session));
        all.put("keys", () -> KeyCommands.of(session));
        return all;
    }
}
