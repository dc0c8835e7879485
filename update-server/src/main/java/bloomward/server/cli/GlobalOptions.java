package bloomward.server.cli;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/// `bloomward-admin` itself: the options of every command, before or after its name.
@Command(name = "bloomward-admin", mixinStandardHelpOptions = true, usageHelpWidth = 100, sortOptions = false,
        description = {"Manages the lists of a Bloomward server.",
            "Exit code: 0 on success; 1 if refused by a guard, a rule" + " or a role; 2 on errors."},
        footer = {"", "Example: bloomward-admin --server https://lists.example:8481 --token-file ~/token list show"})
public final class GlobalOptions {

    public enum Format {
        HUMAN, JSON, JSONL, CSV, TSV, UNIFIED;

        /// The name on the command line.
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A command with more forms of output than text for people and one JSON object.
    public interface MoreFormats {
        Set<Format> moreFormats();
    }

    /// Refuses a form that the command does not have, before it does anything.
    public void requireFormat(CommandLine command) {
        Format wanted = format();
        Set<Format> possible = EnumSet.of(Format.HUMAN, Format.JSON);
        if (command.getCommand() instanceof MoreFormats more) {
            possible.addAll(more.moreFormats());
        }
        if (!possible.contains(wanted)) {
            throw new ParameterException(command, "-o " + wanted.label() + ": must be one of "
                    + possible.stream().map(Format::label).collect(Collectors.joining(", ")));
        }
    }

    @Option(names = "--server", scope = ScopeType.INHERIT, paramLabel = "URL",
            description = "Address of the Admin API (environment: BLOOMWARD_ADMIN_URL).")
    private Optional<String> server = Optional.empty();

    @Option(names = "--token-file", scope = ScopeType.INHERIT, paramLabel = "FILE",
            description = "File with the token (environment: BLOOMWARD_TOKEN_FILE).")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(names = "--ca-file", scope = ScopeType.INHERIT, paramLabel = "FILE",
            description = "PEM certificates to trust instead of the JDK's (environment: BLOOMWARD_CA_FILE).")
    private Optional<Path> caFile = Optional.empty();

    @Option(names = {"-o", "--output"}, scope = ScopeType.INHERIT, paramLabel = "human|json", defaultValue = "human",
            description = "Text for people or one JSON object (default: ${DEFAULT-VALUE}); some commands have more forms.")
    private Format format = Format.HUMAN;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Short for -o json.")
    private boolean json;

    Optional<String> server() {
        return server;
    }

    Optional<Path> tokenFile() {
        return tokenFile;
    }

    Optional<Path> caFile() {
        return caFile;
    }

    public Format format() {
        return json ? Format.JSON : format;
    }

    boolean isJson() {
        return json || format == Format.JSON;
    }
}
