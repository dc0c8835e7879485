package bloomward.agent.install;

import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/// The folders of an installation.
///
/// @param program versions of the program, one folder each
/// @param commands commands that the shell finds
/// @param share manual pages and completions
/// @param units systemd units
/// @param store the agent's store, unless the settings name another
/// @param own folders of Bloomward outside the program: settings, store, cache
record Folders(Path program, Path commands, Path share, Path units, Path store, List<Path> own) {

    private static final String OURS = "bloomward";

    /// The folders of this user, by the XDG Base Directory Specification.
    static Folders ofUser(Machine machine) throws InstallException {
        Path home = machine.folder("HOME")
                .orElseThrow(() -> new InstallException("HOME is not set, so there is no user to install for"));
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

    /// The link to the version in use.
    Path current() {
        return program.resolve("current");
    }

    /// The launcher of the version in use.
    Path launcher() {
        return current().resolve("bin/bloomward");
    }

    /// The record of written files, used to uninstall.
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
