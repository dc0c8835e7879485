package bloomward.agent.cli;

import bloomward.agent.cli.agent.AgentCommands;
import bloomward.agent.cli.browser.BrowserCommands;
import bloomward.agent.cli.browser.NativeHostCommand;
import bloomward.agent.cli.browser.ReportCommands;
import bloomward.agent.cli.check.CheckCommand;
import bloomward.agent.cli.filter.ApplyCommand;
import bloomward.agent.cli.filter.BuildCommand;
import bloomward.agent.cli.filter.DeltaCommand;
import bloomward.agent.cli.filter.FlattenCommand;
import bloomward.agent.cli.filter.InspectCommand;
import bloomward.agent.cli.filter.LookupCommand;
import bloomward.agent.cli.filter.PlanCommand;
import bloomward.agent.cli.filter.VerifyCommand;
import bloomward.agent.cli.settings.ConfigCommands;
import bloomward.agent.config.Places;
import bloomward.format.filter.FilterFullException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.CommandRun.Failure;
import bloomward.program.command.Version;
import bloomward.program.pages.CompletionCommand;
import bloomward.program.pages.PagesCommand;
import bloomward.program.terminal.Io;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/// The command line of `bloomward`. Its exit codes are those of [bloomward.program.command.ExitCode].
public final class Cli {

    private Cli() {}

    @Command(name = "bloomward", mixinStandardHelpOptions = true, versionProvider = Numbered.class,
            usageHelpWidth = 100, description = "Checks URLs against published block lists, on this machine.")
    static final class Root {}

    /// Carries out one command line.
    ///
    /// @return the exit code
    public static int run(Io io, String... args) {
        return CommandRun.run(commands(io, args.length == 0 ? "" : args[0]), io, Cli::failure, args);
    }

    /// All commands, for pages about them.
    static CommandSpec allCommands(Io io) {
        return commands(io, "").getCommandSpec();
    }

    /// Only the command with this name, if there is one; otherwise all. Each costs time at every start, because picocli
    /// examines all its fields by reflection.
    private static CommandLine commands(Io io, String name) {
        CommandLine line = new CommandLine(new Root());
        Map<String, Supplier<Object>> makers = makers(io);
        makers.forEach((command, maker) -> {
            if (command.equals(name) || !makers.containsKey(name)) {
                line.addSubcommand(command, maker.get());
            }
        });
        return line;
    }

    private static Map<String, Supplier<Object>> makers(Io io) {
        Map<String, Supplier<Object>> makers = new LinkedHashMap<>();
        makers.put("check", () -> new CommandLine(new CheckCommand(io, Places.ofMachine())));
        makers.put("url", () -> new UrlCommand(io));
        makers.put("filter", () -> filterCommands(io));
        makers.put("config", () -> ConfigCommands.of(io, Places.ofMachine()));
        makers.put("agent", () -> AgentCommands.of(io, Places.ofMachine(), () -> allCommands(io)));
        makers.put("report", () -> ReportCommands.of(io, Places.ofMachine()));
        makers.put("browser", () -> BrowserCommands.of(io, Places.ofMachine()));
        makers.put("native-host", () -> new NativeHostCommand(io, Places.ofMachine()));
        makers.put("completion", () -> new CompletionCommand(io.out(), () -> allCommands(io)));
        makers.put("pages", () -> new PagesCommand(() -> allCommands(io)));
        makers.put("warm-up", () -> new WarmUpCommand(io));
        makers.put("quickstart", () -> new QuickstartCommand(io, Places.ofMachine().policy()));
        return makers;
    }

    private static CommandLine filterCommands(Io io) {
        CommandLine filter = new CommandLine(new FilterCommands());
        filter.addSubcommand(new BuildCommand(io));
        filter.addSubcommand(new InspectCommand(io));
        filter.addSubcommand(new LookupCommand(io));
        filter.addSubcommand(new FlattenCommand());
        filter.addSubcommand(new DeltaCommand());
        filter.addSubcommand(new ApplyCommand());
        filter.addSubcommand(new PlanCommand(io));
        filter.addSubcommand(new VerifyCommand(io));
        return filter;
    }

    /// The commands on filter files. Without one of them, the command line is wrong.
    @Command(name = "filter", mixinStandardHelpOptions = true,
            description = "Builds, inspects, searches, patches and verifies filter files.")
    static final class FilterCommands {}

    /// Maps the exceptions of the library that a command line can lead to.
    private static Optional<Failure> failure(Exception e) {
        return switch (e) {
            case FilterFullException full -> Optional.of(Failure.error(full));
            case IllegalArgumentException argument -> Optional.of(Failure.error(argument));
            default -> Optional.empty();
        };
    }

    /// The answer to `--version`.
    static final class Numbered implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"bloomward " + Version.number()};
        }
    }
}
