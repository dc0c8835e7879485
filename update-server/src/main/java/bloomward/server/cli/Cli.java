package bloomward.server.cli;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.WrongPassPhraseException;
import bloomward.program.text.Printable;
import bloomward.server.cli.client.Problem;
import bloomward.server.cli.client.ProblemException;
import bloomward.server.config.ActionException;
import bloomward.server.config.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// What both programs have in common: how a command line is read, and the one place where what went wrong becomes a line
/// and an exit code.
final class Cli {

    private static final int SHOWN_ERRORS = 20;

    private Cli() {}

    /// Carries out one command line.
    ///
    /// @return the exit code ([ExitCodes])
    static int run(CommandLine line, Io io, String... args) {
        String program = line.getCommandName();
        line.getCommandSpec().version(program + " " + version());
        // An argument is a URL or a file name, whatever it begins with: none is replaced by what stands in a file.
        line.setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(new PrintWriter(io.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(io.err(), true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((e, _) -> wrongCommandLine(io, e))
                .setExecutionExceptionHandler((e, command, _) -> failed(io, command.getCommandSpec(), e));
        try {
            return line.execute(args);
        } catch (Error e) {
            // Otherwise the JVM would end with 1, which means "refused".
            io.err().println(program + ": " + (e instanceof OutOfMemoryError
                    ? "out of memory; BLOOMWARD_JAVA_OPTS=-Xmx... allows more"
                    : "internal error: " + e));
            return ExitCodes.ERROR;
        }
    }

    private static int wrongCommandLine(Io io, ParameterException e) {
        String name = e.getCommandLine().getCommandSpec().qualifiedName();
        String message = requireNonNullElse(e.getMessage(), "wrong command line");
        io.err().println(name + ": " + Printable.of(message.lines().findFirst().orElse(message)));
        io.err().println("Try '" + name + " --help'.");
        return ExitCodes.ERROR;
    }

    private static int failed(Io io, CommandSpec command, Exception e) {
        if (e instanceof IOException && "Broken pipe".equals(e.getMessage())) {
            return ExitCodes.DONE; // whoever reads has read enough
        }
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        String message = message(e);
        io.err().println(command.qualifiedName() + ": "
                + Printable.of(message.lines().findFirst().orElse("")));
        message.lines().skip(1).forEach(line -> io.err().println(Printable.of(line)));
        return switch (e) {
            case CommandException known -> known.exitCode();
            case ActionException action -> action.isRefused() ? ExitCodes.REFUSED : ExitCodes.ERROR;
            case ProblemException told -> ExitCodes.of(told.problem());
            default -> ExitCodes.ERROR;
        };
    }

    private static String message(Exception e) {
        return switch (e) {
            case ProblemException told -> message(told.problem());
            case FormatException bad -> bad.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": "
                    + bad.getMessage();
            case NoSuchFileException missing -> missing.getFile() + ": no such file";
            case FileAlreadyExistsException there -> there.getFile() + ": exists already";
            case AccessDeniedException denied -> denied.getFile() + ": access denied";
            case CommandException known -> words(known);
            case ActionException action -> words(action);
            case SettingException setting -> words(setting);
            case ReleaseException unfit -> words(unfit);
            case WrongPassPhraseException wrong -> words(wrong);
            case UntrustedNoteException untrusted -> words(untrusted);
            case IOException other -> words(other);
            case InterruptedException _ -> "interrupted";
            default -> "internal error: " + e;
        };
    }

    /// What the server said, and for a body that it could not read, where.
    private static String message(Problem problem) {
        if (problem.status() == 401) {
            return "the server does not know this token: " + problem.words()
                    + "\nIs it the right file, and the right server? An administrator can make a new one (token create), as can"
                    + " whoever has the server's machine (bloomward-server token).";
        }
        StringBuilder message = new StringBuilder(problem.words().replace('\n', ' '));
        problem.errors().stream().limit(SHOWN_ERRORS).forEach(error -> message.append('\n')
                .append(error.line() > 0 ? "  line " + error.line() + ": " : "  ")
                .append(Printable.of(error.text())));
        if (problem.errors().size() > SHOWN_ERRORS) {
            message.append("\n  ... and ").append(problem.errors().size() - SHOWN_ERRORS).append(" more");
        }
        if (problem.status() >= 500 && !problem.instance().isEmpty()) {
            message.append("\nThe server's log has more, under ").append(problem.instance());
        }
        return message.toString();
    }

    private static String words(Exception e) {
        return requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    }

    private static String version() {
        try (InputStream text = requireNonNull(Cli.class.getResourceAsStream("version.txt"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
