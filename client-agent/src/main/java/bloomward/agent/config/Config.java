package bloomward.agent.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that the agent is told. Immutable.
public final class Config {

    private final Map<String, String> environment;

    private Config(Map<String, String> environment) {
        this.environment = environment;
    }

    /// Finds all values: policy's enforced ones > option > environment > user's file > system's file > policy's default
    /// ones > default.
    ///
    /// @param options what was said on the command line, by the name of the setting, such as `data-dir`
    /// @param environment the process's variables
    public static Config resolve(Map<String, String> options, Map<String, String> environment) {
        return new Config(Map.copyOf(environment));
    }

    /// Where the store is.
    public Path dataDir() {
        return Path.of(environment.getOrDefault("BLOOMWARD_DATA_DIR", "unset"));
    }

    /// The socket on which the agent answers.
    public Path socket() {
        return Path.of(environment.getOrDefault("BLOOMWARD_SOCKET", "unset"));
    }

    /// The server at which the agent enrols by itself.
    public Optional<URI> server() {
        return Optional.empty();
    }

    /// The file or the digest of the root with which it does.
    public Optional<String> root() {
        return Optional.empty();
    }

    /// The lists that are used; none means all.
    public List<String> lists() {
        return List.of();
    }

    /// How often a server is asked.
    public Duration pollInterval() {
        return Duration.ofMinutes(5);
    }

    /// Certificates, in PEM, that are trusted in the place of the system's.
    public Optional<Path> caFile() {
        return Optional.empty();
    }

    /// Whether hits are confirmed at the server.
    public boolean confirms() {
        return true;
    }

    /// Whether a hit that nobody confirmed is listed, else unknown.
    public boolean unconfirmedIsListed() {
        return true;
    }

    /// Whether what is not found in stale data is clean, else unknown.
    public boolean staleIsClean() {
        return true;
    }
}
