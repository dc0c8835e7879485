package bloomward.agent.install;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/// Where an installation puts things.
///
/// @param program the versions of the program, a folder each
/// @param commands what the shell finds
/// @param share manual pages and completions
/// @param units those of systemd
/// @param store what the agent keeps, unless it is told otherwise
/// @param own what belongs to Bloomward alone and is no part of the program: settings, store, cache
record Folders(Path program, Path commands, Path share, Path units, Path store, List<Path> own) {

    private static final String OURS = "bloomward";

    /// The folders of this user, by the XDG Base Directory Specification.
    static Folders ofUser(Machine machine) throws InstallException {
        Path home = machine.folder("HOME")
                .orElseThrow(() -> new InstallException("HOME is not set, so it is not known for whom to install"));
        BiFunction<String, String, Path> xdg = (variable, usual) -> machine.folder(variable)
                .orElse(home.resolve(usual));
        Path data = xdg.apply("XDG_DATA_HOME", ".local/share");
        Path config = xdg.apply("XDG_CONFIG_HOME", ".config");
        Path cache = xdg.apply("XDG_CACHE_HOME", ".cache");
        Path store = data.resolve(OURS).resolve("agent");
        return new Folders(data.resolve(OURS).resolve("program"), home.resolve(".local/bin"), data,
                config.resolve("systemd/user"), store, List.of(store, config.resolve(OURS), cache.resolve(OURS)));
    }

    static Folders ofSystem() {
        Path store = Path.of("/var/lib/private/bloomward");
        return new Folders(Path.of("/usr/local/lib/bloomward"), Path.of("/usr/local/bin"), Path.of("/usr/local/share"),
                Path.of("/etc/systemd/system"), store,
                List.of(store, Path.of("/var/lib/bloomward"), Path.of("/var/cache/private/bloomward"),
                        Path.of("/var/cache/bloomward"), Path.of("/etc/bloomward")));
    }

    static Folders of(Audience audience, Machine machine) throws InstallException {
        return switch (audience) {
            case USER -> ofUser(machine);
            case SYSTEM -> ofSystem();
        };
    }

    /// Leads to the version that is used.
    Path current() {
        return program.resolve("current");
    }

    /// What starts the version that is used.
    Path launcher() {
        return current().resolve("bin/bloomward");
    }

    /// What an installation wrote, so that it can be taken away again.
    Path record() {
        return program.resolve("installed");
    }

    Path unit() {
        return units.resolve(ServiceInstallation.UNIT);
    }

    Path hardening() {
        return units.resolve(ServiceInstallation.UNIT + ".d/hardening.conf");
    }
}
