package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Who may have written a policy: root, or whoever owns the folder in which the machine keeps its settings (`/etc`), and
/// nobody else.
final class Ownership {

    private static final int ROOT = 0;
    private static final int WRITABLE_BY_OTHERS = 0022;

    private Ownership() {}

    /// Refuses a policy that others may have written, or may have put into the place of the real one.
    static void require(Places places) throws IOException, SettingException {
        Path file = places.policy();
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            throw new SettingException(file + ": this system does not say who may have written it");
        }
        int trusted = owner(places.etc().toAbsolutePath().resolveSibling("."));
        Path real = file.toRealPath();
        for (Path part : new Path[] {places.etc(), real.resolveSibling("."), real}) {
            Optional<String> problem = problem(owner(part), mode(part), trusted);
            if (problem.isPresent()) {
                throw new SettingException(file + ": not used, as " + part.normalize() + " " + problem.get());
            }
        }
    }

    /// What is wrong with a file or folder that only an administrator may write.
    ///
    /// @param owner its owner's number
    /// @param mode its permissions
    /// @param trusted the owner that is as good as root
    static Optional<String> problem(int owner, int mode, int trusted) {
        if (owner != ROOT && owner != trusted) {
            return Optional.of("belongs to user " + owner + "; sudo chown root helps");
        }
        if ((mode & WRITABLE_BY_OTHERS) != 0) {
            return Optional.of("can be written by others than its owner; chmod go-w helps");
        }
        return Optional.empty();
    }

    private static int owner(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:uid");
    }

    private static int mode(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode");
    }
}
