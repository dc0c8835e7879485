package bloomward.server.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// `bloomward-admin` itself: the options that every command has, before or after its name.
@Command(name = "bloomward-admin", mixinStandardHelpOptions = true, usageHelpWidth = 100, sortOptions = false,
        description = {"Looks after the lists of a Bloomward server.",
            "Exit code: 0 done; 1 refused by a guard, a rule" + " or a role; 2 on errors."},
        footer = {"", "Example: bloomward-admin --server https://lists.example:8481 --token-file ~/token list show"})
public final class GlobalOptions {

    public enum Format {
        HUMAN, JSON
    }

    @Option(names = "--server", scope = ScopeType.INHERIT, paramLabel = "URL",
            description = "Where the Admin API is (environment: BLOOMWARD_ADMIN_URL).")
    private Optional<String> server = Optional.empty();

    @Option(names = "--token-file", scope = ScopeType.INHERIT, paramLabel = "FILE",
            description = "The file with the token (environment: BLOOMWARD_TOKEN_FILE).")
    private Optional<Path> tokenFile = Optional.empty();

    @Option(names = "--ca-file", scope = ScopeType.INHERIT, paramLabel = "FILE",
            description = "PEM certificates to trust instead of the JDK's (environment: BLOOMWARD_CA_FILE).")
    private Optional<Path> caFile = Optional.empty();

    @Option(names = {"-o", "--output"}, scope = ScopeType.INHERIT, paramLabel = "human|json", defaultValue = "human",
            description = "For a person, or one JSON object (default: ${DEFAULT-VALUE}).")
    private Format format = Format.HUMAN;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "The same as -o json.")
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

    boolean isJson() {
        return json || format == Format.JSON;
    }
}
