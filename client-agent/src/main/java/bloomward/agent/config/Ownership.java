package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The owners allowed for a policy: root, or the owner of the folder in which the machine keeps its settings (`/etc`).
final class Ownership {

    private static final int ROOT = 0;
    private static final int WRITABLE_BY_OTHERS = 0022;

    private Ownership() {}

    /// Refuses a policy that others may have written, or may have put in place of the real one.
    static void require(Places places) throws IOException, SettingException {
        Path file = places.policy();
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            throw new SettingException(file + ": this system does not record owners, so the policy cannot be trusted");
        }
        int trusted = owner(places.etc().toAbsolutePath().resolveSibling("."));
        Path real = file.toRealPath();
        for (Path part : new Path[] {places.etc(), real.resolveSibling("."), real}) {
            Optional<String> problem = problem(owner(part), mode(part), trusted);
            if (problem.isPresent()) {
                throw new SettingException(file + ": ignored: " + part.normalize() + " " + problem.get());
            }
        }
    }

    /// The problem with a file or folder that only an administrator may write.
    ///
    /// @param owner number of its owner
    /// @param mode its permissions
    /// @param trusted number of the owner trusted like root
    static Optional<String> problem(int owner, int mode, int trusted) {
        if (owner != ROOT && owner != trusted) {
            return Optional.of("belongs to user " + owner + "; fix it with: sudo chown root");
        }
        if ((mode & WRITABLE_BY_OTHERS) != 0) {
            return Optional.of("is writable by users other than its owner; fix it with: chmod go-w");
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
