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
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/// The command line of `bloomward-admin`. Exit codes: 0 done, 1 refused, 2 an error.
public final class AdminProgram {

    private AdminProgram() {}

    /// Runs one command line.
    ///
    /// @return the exit code
    public static int run(Io io, String... args) {
        return CommandRun.run(commands(io), io, new AdminFailures(), args);
    }

    public static CommandLine commands(Io io) {
        GlobalOptions options = new GlobalOptions();
        AdminSession session = new AdminSession(io, options);
        CommandLine line = new CommandLine(options);
        line.getCommandSpec().version("bloomward-admin " + Version.number());
        line.addSubcommand(ListCommands.of(session))
                .addSubcommand(new ImportCommand(session))
                .addSubcommand(new EntryCommands.Add(session))
                .addSubcommand(new EntryCommands.Remove(session))
                .addSubcommand(EntriesCommands.of(session))
                .addSubcommand(AllowCommands.of(session))
                .addSubcommand(FeedCommands.of(session))
                .addSubcommand(GuardCommands.of(session))
                .addSubcommand(HoldCommands.of(session))
                .addSubcommand(ReportCommands.of(session))
                .addSubcommand(new DiffCommand(session))
                .addSubcommand(new ApproveCommand(session))
                .addSubcommand(new PublishCommand(session))
                .addSubcommand(new PendingCommands.Sign(session))
                .addSubcommand(new PendingCommands.Withdraw(session))
                .addSubcommand(new RenewCommand(session))
                .addSubcommand(ReviewCommands.of(session))
                .addSubcommand(new HistoryCommand(session))
                .addSubcommand(new ReviewCommands.Versions(session))
                .addSubcommand(new RollbackCommand(session))
                .addSubcommand(new ExplainCommand(session))
                .addSubcommand(RetentionCommands.of(session))
                .addSubcommand(new ServersCommand(session))
                .addSubcommand(TokenCommands.of(session))
                .addSubcommand(AuditCommands.of(session))
                .addSubcommand(new ConsoleCommands.Open(session))
                .addSubcommand(new ConsoleCommands.WhoAmI(session))
                .addSubcommand(new ConsoleCommands.Status(session))
                .addSubcommand(new ConsoleCommands.Jobs(session))
                .addSubcommand(new ConsoleCommands.Events(session))
                .addSubcommand(KeyCommands.of(session))
                .addSubcommand(new CompletionCommand(io.out(), line::getCommandSpec))
                .addSubcommand(new PagesCommand(line::getCommandSpec));
        line.setExecutionStrategy(parsed -> {
            options.requireFormat(parsed.asCommandLineList().getLast());
            return new CommandLine.RunLast().execute(parsed);
        });
        return line.registerConverter(Role.class, label -> Role.labelled(label)
                .orElseThrow(() -> new TypeConversionException("'" + label + "' is not a role")));
    }
}
