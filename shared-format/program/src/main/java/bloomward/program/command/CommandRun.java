package bloomward.program.command;

import static java.util.Objects.requireNonNullElse;

import bloomward.format.FormatException;
import bloomward.format.io.IoWords;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.settings.SettingException;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.OutputClosedException;
import bloomward.program.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Runs a command line, and turns every failure into a message and an exit code: the only place that does so.
public final class CommandRun {

    private static final int WIDEST_HELP = 200;

    private CommandRun() {}

    /// The message and the exit code of an exception.
    ///
    /// @param message its first line follows the name of the command, further lines give the remedy
    public record Failure(int exitCode, String message) {

        /// An error in one line, whatever its message holds: a file name may contain a line break.
        public static Failure error(Exception e) {
            return error(words(e));
        }

        private static Failure error(String line) {
            return new Failure(ExitCode.ERROR, Printable.of(line));
        }
    }

    /// Maps the exceptions that only one program knows.
    @FunctionalInterface
    public interface Failures {

        Optional<Failure> of(Exception e);
    }

    /// Runs one command line.
    ///
    /// @return the exit code
    public static int run(CommandLine line, Io io, Failures own, String... args) {
        line.addSubcommand(new HelpCommand());
        // An argument is a URL or a file name, whatever it begins with: none is replaced by the content of a file.
        line.setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(new PrintWriter(io.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(io.err(), true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((e, _) -> wrongCommandLine(io, e))
                .setExecutionExceptionHandler((e, command, _) -> failed(io, command.getCommandSpec(), e, own));
        io.width().ifPresent(width -> line.setUsageHelpWidth(Math.min(width, WIDEST_HELP)));
        try {
            return line.execute(args);
        } catch (Error e) {
            // Otherwise the JVM would end with 1, which means "found" or "refused".
            io.err().println(line.getCommandName() + ": " + words(e));
            return ExitCode.ERROR;
        }
    }

    private static int wrongCommandLine(Io io, ParameterException e) {
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        String message = requireNonNullElse(e.getMessage(), "wrong command line");
        io.err().println(name + ": " + Printable.of(message.lines().findFirst().orElse(message)));
        List<String> meant = switch (e) {
            case UnmatchedArgumentException unmatched -> Meant.by(unmatched);
            case HelpCommand.UnknownCommandException unknown ->
                Meant.by(unknown.getCommandLine().getCommandSpec(), unknown.word());
            default -> List.of();
        };
        if (!meant.isEmpty()) {
            io.err().println("Did you mean " + String.join(" or ", meant) + "?");
        }
        io.err().println("Try '" + name + " --help'.");
        return ExitCode.ERROR;
    }

    private static int failed(Io io, CommandSpec command, Exception e, Failures own) {
        if (e instanceof OutputClosedException || (e instanceof IOException && "Broken pipe".equals(e.getMessage()))) {
            return ExitCode.DONE; // the reader has closed the output
        }
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        Failure failure = own.of(e).orElseGet(() -> failure(e));
        io.err()
                .println(command.qualifiedName() + ": "
                        + Printable.of(failure.message().lines().findFirst().orElse("")));
        failure.message().lines().skip(1).forEach(line -> io.err().println(Printable.of(line)));
        return failure.exitCode();
    }

    private static Failure failure(Exception e) {
        return switch (e) {
            case CommandException known -> new Failure(known.exitCode(), words(known));
            case FormatException bad -> Failure.error(words(bad));
            case SettingException setting -> Failure.error(setting);
            case ReleaseException unfit -> Failure.error(unfit);
            case WrongPassPhraseException wrong -> Failure.error(wrong);
            case UntrustedNoteException untrusted -> Failure.error(untrusted);
            case IOException other -> Failure.error(IoWords.of(other));
            case InterruptedException _ -> Failure.error("interrupted");
            default -> Failure.error("internal error: " + e);
        };
    }

    /// The reason why a file was refused, and where.
    public static String words(FormatException bad) {
        return bad.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + bad.getMessage();
    }

    /// The message of an exception, or its name if it has none.
    public static String words(Exception e) {
        return requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    }

    private static String words(Error e) {
        return switch (e) {
            case OutOfMemoryError _ -> "out of memory; set BLOOMWARD_JAVA_OPTS=-Xmx... to allow more";
            case InternalError _ -> "a file changed or could not be read while it was mapped: " + e.getMessage();
            default -> "internal error: " + e;
        };
    }
}
