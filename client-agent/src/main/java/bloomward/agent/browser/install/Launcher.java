package bloomward.agent.browser.install;

import bloomward.agent.install.Audience;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The program that the host's scripts start. It must outlive an upgrade, and for all users of a machine, none of them may
/// be able to change it.
final class Launcher {

    /// The variable that names the Java of the program.
    static final String JAVA_HOME = "BLOOMWARD_JAVA_HOME";

    private static final String COMMAND = "bin/bloomward";
    private static final Path OF_SYSTEM = Path.of("/usr/local/lib/bloomward");
    private static final int WRITABLE_BY_OTHERS = 0022;

    private final Audience audience;
    private final Machine machine;

    Launcher(Audience audience, Machine machine) {
        this.audience = audience;
        this.machine = machine;
    }

    /// @param program the folder of the running program
    /// @throws InstallException if users could change it
    Path of(Path program) throws IOException, InstallException {
        Path lasting = lasting(program);
        if (isForAll()) {
            requireTrusted(lasting, "run 'bloomward agent install --system' first");
        }
        return lasting;
    }

    /// Refuses a Java of the installing shell that is not the machine's.
    ///
    /// @param variables that the host's scripts set
    /// @throws InstallException if users could change it
    void requireJava(Map<String, String> variables) throws IOException, InstallException {
        Optional<String> java = Optional.ofNullable(variables.get(JAVA_HOME));
        if (java.isPresent() && isForAll()) {
            requireTrusted(Path.of(java.get(), "bin/java"), "install with a Java of the machine");
        }
    }

    private boolean isForAll() {
        return audience == Audience.SYSTEM && !machine.isLaidOutOnly();
    }

    private Path lasting(Path program) throws InstallException {
        if (audience == Audience.SYSTEM
                && (machine.isLaidOutOnly() || machine.exists(OF_SYSTEM.resolve("current").resolve(COMMAND)))) {
            return OF_SYSTEM.resolve("current").resolve(COMMAND);
        }
        if (audience == Audience.USER) {
            Path programs = BrowserPlaces.ofUser(machine).folder().resolveSibling("program");
            for (Path versions : new Path[] {programs, OF_SYSTEM}) {
                // Folders of versions go at an upgrade, the link to the one in use stays.
                if (isBelow(program, versions)) {
                    return versions.resolve("current").resolve(COMMAND);
                }
            }
        }
        return program.toAbsolutePath().normalize().resolve(COMMAND);
    }

    private static boolean isBelow(Path program, Path versions) {
        try {
            return program.toRealPath().startsWith(versions.toRealPath());
        } catch (IOException _) {
            return false; // no such folder
        }
    }

    private static void requireTrusted(Path file, String remedy) throws IOException, InstallException {
        Path real = file.toRealPath();
        for (Path part = real; part != null; part = part.getParent()) {
            int owner = (int) Files.getAttribute(part, "unix:uid");
            int mode = (int) Files.getAttribute(part, "unix:mode");
            if (owner != 0 || (mode & WRITABLE_BY_OTHERS) != 0) {
                throw new InstallException(
                        "users of this machine could change " + part + ", and every browser would run it; " + remedy);
            }
        }
    }
}
