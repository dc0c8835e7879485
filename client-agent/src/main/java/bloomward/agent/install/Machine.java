package bloomward.agent.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The target of an installation.
///
/// @param root the folder used as `/`; not the real `/` if files are only laid out for packaging, and then nothing is
///     started
/// @param environment variables of the installing user
/// @param runner starts programs
public record Machine(Path root, Map<String, String> environment, CommandRunner runner) {

    private static final Path SLASH = Path.of("/");

    public Machine {
        root = root.toAbsolutePath();
        environment = Map.copyOf(environment);
    }

    /// This machine.
    public static Machine ofProcess(Map<String, String> environment) {
        return new Machine(SLASH, environment, CommandRunner.ofProcesses());
    }

    /// Whether files are only laid out, for packaging or inspection.
    public boolean isLaidOutOnly() {
        return !root.equals(SLASH);
    }

    /// The real place of a path of the machine.
    public Path at(Path path) {
        return root.resolve(SLASH.relativize(path));
    }

    /// The folder named by a variable; an empty variable and a relative folder count as none.
    public Optional<Path> folder(String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(text -> !text.isEmpty())
                .map(Path::of)
                .filter(Path::isAbsolute);
    }

    public boolean exists(Path path) {
        return Files.exists(at(path), LinkOption.NOFOLLOW_LINKS);
    }

    /// The target of a link; empty if there is no such link.
    Optional<Path> target(Path link) throws IOException {
        return Files.isSymbolicLink(at(link)) ? Optional.of(Files.readSymbolicLink(at(link))) : Optional.empty();
    }

    /// Whether files can be created in a folder, or the folder itself.
    public boolean isWritable(Path folder) {
        Path there = at(folder);
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.resolve("..").normalize();
        }
        return Files.isWritable(there);
    }

    /// Whether a program can be run and succeeds.
    boolean says(String... command) {
        try {
            return runner.run(List.of(command)).isDone();
        } catch (IOException _) {
            return false;
        }
    }
}
