package bloomward.agent.cli;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import bloomward.agent.config.ConfigException;
import bloomward.agent.config.Places;
import bloomward.agent.install.InstallException;
import bloomward.format.FormatException;
import bloomward.format.filter.FilterFullException;
import bloomward.program.pages.CompletionCommand;
import bloomward.program.pages.PagesCommand;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The command line of `bloomward`.
///
/// | exit code | meaning |
/// |---|---|
/// | 0 | done; nothing found, where something was looked for |
/// | 1 | something found; or refused by a rule |
/// | 2 | an error: wrong command line, unreadable input, a URL that cannot be judged |
public final class Cli {

    static final int DONE = 0;
    static final int FOUND = 1;
    static final int REFUSED = 1;
    static final int ERROR = 2;

    private Cli() {}

    @Command(name = "bloomward", mixinStandardHelpOptions = true, versionProvider = Version.class, usageHelpWidth = 100,
            description = "Checks URLs against published block lists, on this machine.")
    static final class Root {}

    /// Carries out one command line.
    ///
    /// @return the exit code
    public static int run(Io io, String... args) {
        return run(io, Clock.systemUTC(), args);
    }

    static int run(Io io, Clock clock, String... args) {
        CommandLine line = commands(io, clock, args.length == 0 ? "" : args[0]);
        try {
            return line.execute(args);
        } catch (Error e) {
            // Otherwise the JVM would end with 1, which means "found".
            io.err().println("bloomward: " + words(e));
            return ERROR;
        }
    }

    /// All commands there are, for pages about them.
    static CommandSpec allCommands(Io io) {
        return commands(io, Clock.systemUTC(), "").getCommandSpec();
    }

    /// Only the command of a name, if there is one of it; else all. Each costs time at every start, as picocli examines all
    /// its fields by reflection.
    private static CommandLine commands(Io io, Clock clock, String name) {
        CommandLine line = new CommandLine(new Root());
        Map<String, Supplier<Object>> makers = makers(io, clock);
        makers.forEach((command, maker) -> {
            if (command.equals(name) || !makers.containsKey(name)) {
                line.addSubcommand(command, maker.get());
            }
        });
        // An argument is a URL or a file name, whatever it begins with: none is replaced by what stands in a file.
        line.setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(io.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(io.err(), true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((e, _) -> wrongCommandLine(io, e))
                .setExecutionExceptionHandler((e, command, _) -> failed(io, command.getCommandSpec(), e));
        return line;
    }

    private static Map<String, Supplier<Object>> makers(Io io, Clock clock) {
        Map<String, Supplier<Object>> makers = new LinkedHashMap<>();
        makers.put("check", () -> new CheckCommand(io, Places.ofMachine(), clock));
        makers.put("url", () -> new UrlCommand(io));
        makers.put("filter", () -> filterCommands(io, clock));
        makers.put("config", () -> ConfigCommands.of(io, Places.ofMachine()));
        makers.put("agent", () -> AgentCommands.of(io, Places.ofMachine(), clock));
        makers.put("completion", () -> new CompletionCommand(io.out(), () -> allCommands(io)));
        makers.put("pages", () -> new PagesCommand(() -> allCommands(io)));
        makers.put("warm-up", () -> new WarmUpCommand(io, clock));
        makers.put("quickstart", () -> new QuickstartCommand(io, Places.ofMachine().policy()));
        return makers;
    }

    private static CommandLine filterCommands(Io io, Clock clock) {
        CommandLine filter = new CommandLine(new FilterCommands());
        filter.addSubcommand(new BuildCommand(io));
        filter.addSubcommand(new InspectCommand(io));
        filter.addSubcommand(new LookupCommand(io));
        filter.addSubcommand(new FlattenCommand());
        filter.addSubcommand(new DeltaCommand());
        filter.addSubcommand(new ApplyCommand());
        filter.addSubcommand(new PlanCommand(io));
        filter.addSubcommand(new VerifyCommand(io, clock));
        return filter;
    }

    /// The commands around filter files; without one of them, the command line is wrong.
    @Command(name = "filter", mixinStandardHelpOptions = true,
            description = "Makes, shows, asks, patches and verifies filter files.")
    static final class FilterCommands {}

    private static int wrongCommandLine(Io io, ParameterException e) {
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        String message = requireNonNullElse(e.getMessage(), "wrong command line");
        io.err().println(name + ": " + Printable.of(message.lines().findFirst().orElse(message)));
        io.err().println("Try '" + name + " --help'.");
        return ERROR;
    }

    /// The one place where what went wrong becomes a line and an exit code.
    private static int failed(Io io, CommandSpec command, Exception e) {
        if (e instanceof OutputClosedException) {
            return DONE; // whoever reads has read enough
        }
        String message = switch (e) {
            case CommandException known -> String.valueOf(known.getMessage());
            case ConfigException wrong -> String.valueOf(wrong.getMessage());
            case FormatException bad -> words(bad);
            case NoSuchFileException missing -> missing.getFile() + ": no such file";
            case FileAlreadyExistsException there -> there.getFile() + ": exists already";
            case AccessDeniedException denied -> denied.getFile() + ": access denied";
            case IOException other -> words(other);
            case FilterFullException full -> String.valueOf(full.getMessage());
            case IllegalArgumentException argument -> String.valueOf(argument.getMessage());
            default -> "internal error: " + e;
        };
        io.err().println(command.qualifiedName() + ": " + Printable.of(message));
        return e instanceof CommandException known ? known.exitCode() : ERROR;
    }

    /// What an exception that names no file says of itself.
    static String words(IOException e) {
        return requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    }

    /// Why nothing was installed.
    static String words(InstallException e) {
        return String.valueOf(e.getMessage());
    }

    /// What a choice is called on the command line.
    static String label(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    /// Why a file was refused, and where.
    static String words(FormatException bad) {
        return bad.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + bad.getMessage();
    }

    private static String words(Error e) {
        return switch (e) {
            case OutOfMemoryError _ -> "out of memory; BLOOMWARD_JAVA_OPTS=-Xmx... allows more";
            case InternalError _ -> "a file changed or could not be read while it was mapped: " + e.getMessage();
            default -> "internal error: " + e;
        };
    }

    /// What `--version` answers.
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"bloomward " + number()};
        }

        /// That of this program.
        static String number() {
            try (InputStream text = requireNonNull(Cli.class.getResourceAsStream("version.txt"))) {
                return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
