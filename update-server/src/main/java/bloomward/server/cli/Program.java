package bloomward.server.cli;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// One of the server's programs: its name and its commands. Immutable.
///
/// Exit codes: 0 done; 2 the command line is wrong, or the program cannot do what it asks. Every failure is one line on
/// the error stream, and a line with a hint where the command line is at fault.
public final class Program {

    private static final int CANNOT = 2;

    private final String name;
    private final String purpose;
    private final List<Command> commands;

    private Program(String name, String purpose, Command... commands) {
        this.name = name;
        this.purpose = purpose;
        this.commands = List.of(commands);
    }

    /// The program on the machine that publishes.
    public static Program server() {
        return new Program("bloomward-server", "Keeps block lists, publishes them signed and answers agents.",
                new Command("init", "Set up a server's folder and keys."),
                new Command("serve", "Answer agents and administrators."),
                new Command("export", "Write what is published as plain files for any web server."),
                new Command("verify", "Check everything that is stored."),
                new Command("backup", "Write a copy of everything that is stored."),
                new Command("restore", "Put a copy back."),
                new Command("config", "Show the settings and where each comes from."));
    }

    /// The program of those who look after the lists.
    public static Program admin() {
        return new Program("bloomward-admin", "Looks after the lists of a Bloomward server.",
                new Command("keys", "Make and show signing keys."),
                new Command("list", "Make and show lists."),
                new Command("import", "Take entries from a file."),
                new Command("add", "Add entries to a list."),
                new Command("remove", "Take entries off a list."),
                new Command("allow", "Look after what must never be listed."),
                new Command("feed", "Look after the sources that lists are fetched from."),
                new Command("guards", "Show and set the limits that hold a publication back."),
                new Command("holds", "Show what is held back, and why."),
                new Command("diff", "Show what a publication would change."),
                new Command("approve", "Release what is held back."),
                new Command("publish", "Publish the lists as they stand."),
                new Command("history", "Show what was published."),
                new Command("rollback", "Publish an earlier state again."),
                new Command("explain", "Say why a URL is listed or not."),
                new Command("token", "Look after access to the server."),
                new Command("audit", "Show who did what."),
                new Command("renew", "Sign the published state again before it expires."));
    }

    List<Command> commands() {
        return commands;
    }

    /// Carries out one command line.
    ///
    /// @return the exit code
    public int run(PrintStream out, PrintStream err, String... args) {
        return new CommandLine(spec(err)).setOut(writer(out)).setErr(writer(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setParameterExceptionHandler((e, _) -> refuse(e, err))
                .execute(args);
    }

    private CommandSpec spec(PrintStream err) {
        // Without an action of its own: picocli then answers a missing command as a wrong command line.
        CommandSpec spec = CommandSpec.create().name(name).version(name + " " + version())
                .mixinStandardHelpOptions(true);
        spec.usageMessage().description(purpose);
        for (Command command : commands) {
            spec.addSubcommand(command.name(), notBuiltYet(command, err));
        }
        return spec;
    }

    private CommandSpec notBuiltYet(Command command, PrintStream err) {
        Callable<Integer> answer = () -> {
            err.println(name + " " + command.name() + ": not built yet in this version");
            return CANNOT;
        };
        CommandSpec spec = CommandSpec.wrapWithoutInspection(answer).mixinStandardHelpOptions(true);
        spec.parser().unmatchedArgumentsAllowed(true);
        spec.usageMessage().description(command.purpose());
        return spec;
    }

    private int refuse(ParameterException e, PrintStream err) {
        String message = requireNonNullElse(e.getMessage(), "wrong command line");
        err.println(name + ": " + message.lines().findFirst().orElse(message));
        err.println("Try '" + name + " --help'.");
        return CANNOT;
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private static String version() {
        try (InputStream text = requireNonNull(Program.class.getResourceAsStream("version.txt"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
