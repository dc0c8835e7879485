package bloomward.agent.browser.install;

import bloomward.agent.install.Audience;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files of an installation in browsers.
///
/// @param folder of the extension, the host's scripts, the key and the record
record BrowserPlaces(Path folder) {

    /// Ours in a folder of policies, for browsers like Chromium.
    static final String CHROMIUM_POLICY = "bloomward.json";
    static final String FIREFOX_POLICY = "policies.json";

    /// Firefox reads the policies beside its program only if there are none for the machine.
    private static final List<Path> BESIDE_FIREFOX = Stream
            .of("/usr/lib/firefox", "/usr/lib/firefox-esr", "/usr/lib64/firefox", "/opt/firefox")
            .map(folder -> Path.of(folder, "distribution", FIREFOX_POLICY))
            .toList();

    static BrowserPlaces ofSystem() {
        return new BrowserPlaces(Path.of("/usr/local/lib/bloomward/browser"));
    }

    static BrowserPlaces ofUser(Machine machine) throws InstallException {
        Path home = home(machine);
        return new BrowserPlaces(
                machine.folder("XDG_DATA_HOME").orElse(home.resolve(".local/share")).resolve("bloomward/browser"));
    }

    private static Path home(Machine machine) throws InstallException {
        return machine.folder("HOME")
                .orElseThrow(() -> new InstallException("HOME is not set, so there is no user to install for"));
    }

    /// The list of written files.
    Path record() {
        return folder.resolve("installed");
    }

    Path details() {
        return folder.resolve("record.json");
    }

    Path key() {
        return folder.resolve("key.pem");
    }

    Path unpacked() {
        return folder.resolve("extension");
    }

    Path backup(int number) {
        return folder.resolve("policies-before-" + (number + 1) + ".json");
    }

    List<Path> manifests(Browser browser, Audience audience, Machine machine) throws InstallException {
        return switch (audience) {
            case SYSTEM -> browser.manifestsOfSystem();
            case USER -> List.of(browser.manifestOfUser(home(machine),
                    machine.folder("XDG_CONFIG_HOME").orElse(home(machine).resolve(".config"))));
        };
    }

    /// The files of policies that Firefox reads: a file for the machine would hide those beside the program.
    List<Path> firefoxPolicies(Machine machine) {
        Path ofMachine = Browser.FIREFOX.policies().resolve(FIREFOX_POLICY);
        List<Path> beside = BESIDE_FIREFOX.stream().filter(machine::exists).toList();
        return machine.exists(ofMachine) || beside.isEmpty() ? List.of(ofMachine) : beside;
    }
}
