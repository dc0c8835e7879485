package bloomward.agent.browser.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.browser.Rung;
import bloomward.agent.browser.install.BrowserInstallation.Wish;
import bloomward.agent.install.Audience;
import bloomward.agent.install.CommandRunner.Ended;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.InstallStep;
import bloomward.agent.install.Machine;
import bloomward.agent.install.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A machine's browsers are installed into below a folder, a user's in a home.
final class BrowserInstallationTest {

    private static final ExtensionKey KEY = SampleExtension.KEY;
    private static final String FOLDER = "usr/local/lib/bloomward/browser/";
    private static final String POLICIES = "etc/firefox/policies/policies.json";
    private static final String MANAGED = "etc/chromium/policies/managed/";
    private static final String FOREIGN = """
            {
                "policies": {
                    "DisableTelemetry": true, "Homepage": {"URL": "https://intranet.example/", "Size": 1.50},
                    "ExtensionSettings": { "*": {"installation_mode": "allowed"}, "a@b.example": {} }
                }
            }
            """;

    @TempDir
    private Path folder;
    private Path root;
    private Path program;

    @BeforeEach
    void begin() throws IOException {
        root = Files.createDirectory(folder.resolve("root")).toRealPath();
        program = SampleExtension.in(Files.createDirectory(folder.resolve("app")), "0.1.0");
    }

    @Test
    void installsForAMachineAndLeavesNothing() throws Exception {
        Plan plan = system().install(wish(), EnumSet.allOf(Browser.class));
        assertThat(tree()).isEmpty();
        assertThat(plan.carryOut()).isEmpty();
        assertThat(tree()).containsKeys(FOLDER + "bloomward.crx", FOLDER + "bloomward.xpi", FOLDER + "update.xml",
                FOLDER + "native-host-chromium", FOLDER + "native-host-firefox", FOLDER + "key.pem", POLICIES,
                MANAGED + "bloomward.json", "etc/opt/chrome/policies/managed/bloomward.json",
                "etc/opt/edge/policies/managed/bloomward.json", "etc/brave/policies/managed/bloomward.json",
                "etc/opt/edge/native-messaging-hosts/org.bloomward.host.json",
                "usr/lib/mozilla/native-messaging-hosts/org.bloomward.host.json");
        assertThat(mode(FOLDER + "key.pem")).isEqualTo("rw-------");
        assertThat(mode(FOLDER + "native-host-chromium")).isEqualTo("rwxr-xr-x");
        assertThat(mode(MANAGED + "bloomward.json")).isEqualTo("rw-r--r--");
        assertThat(root.resolve(FOLDER + "native-host-chromium")).content()
                .contains("exec '/usr/local/lib/bloomward/current/bin/bloomward' native-host");
        plan.steps().forEach(step -> {
            if (step instanceof InstallStep.Data data) {
                assertThat(plan.shown()).contains("write   " + data.path() + "\n");
            }
        });
        assertThat(system().differences()).isEmpty();
        system().remove().carryOut();
        assertThat(root).isEmptyDirectory();
        assertThatThrownBy(() -> system().remove()).isInstanceOf(InstallException.class)
                .hasMessageContaining("nothing is installed");
    }

    @Test
    void isTheSameWhenDoneTwiceAndKeepsTheIdentifier() throws Exception {
        install(Browser.CHROMIUM, Browser.FIREFOX);
        Map<String, String> once = tree();
        install(Browser.FIREFOX);
        assertThat(tree()).isEqualTo(once);
        Wish other = new Wish(ExtensionSource.of(program), program, Map.of(), false, ExtensionKey::make);
        system().install(other, Set.of(Browser.CHROMIUM)).carryOut();
        assertThat(tree()).isEqualTo(once);
    }

    @Test
    void keepsEveryPolicyOfOthersByteForByte() throws Exception {
        write(POLICIES, FOREIGN);
        Files.setPosixFilePermissions(root.resolve(POLICIES), PosixFilePermissions.fromString("rw-rw-r--"));
        write(MANAGED + "corporate.json", "{\"HomepageLocation\": \"https://intranet.example/\"} // ours");
        write("usr/lib/mozilla/native-messaging-hosts/other.json", "{}");
        Map<String, String> before = tree();
        install(Browser.CHROMIUM, Browser.FIREFOX);
        assertThat(root.resolve(POLICIES)).hasContent("""
                {
                  "policies": {
                    "DisableTelemetry": true,
                    "Homepage": {
                      "URL": "https://intranet.example/",
                      "Size": 1.50
                    },
                    "ExtensionSettings": {
                      "*": {
                        "installation_mode": "allowed"
                      },
                      "a@b.example": {},
                      "bloomward@bloomward.example": {
                        "installation_mode": "force_installed",
                        "install_url": "file:///usr/local/lib/bloomward/browser/bloomward.xpi",
                        "private_browsing": true
                      }
                    },
                    "NetworkPrediction": false,
                    "Preferences": {
                      "network.http.speculative-parallel-limit": {
                        "Value": 0,
                        "Status": "locked"
                      }
                    }
                  }
                }
                """);
        assertThat(mode(POLICIES)).isEqualTo("rw-rw-r--");
        assertThat(root.resolve(FOLDER + "policies-before-1.json")).hasContent(FOREIGN);
        install(Browser.FIREFOX);
        system().remove().carryOut();
        assertThat(tree()).isEqualTo(before);
        assertThat(mode(POLICIES)).isEqualTo("rw-rw-r--");
    }

    @Test
    void takesOutOnlyItsOwnFromAFileThatOthersChangedSince() throws Exception {
        write(POLICIES, FOREIGN);
        install(Browser.FIREFOX);
        String changed = Files.readString(root.resolve(POLICIES))
                .replace("\"DisableTelemetry\": true", "\"DisableTelemetry\": false")
                .replace("\"NetworkPrediction\": false", "\"NetworkPrediction\": true")
                .replace("bloomward.xpi", "changed.xpi");
        write(POLICIES, changed);
        assertThat(system().differences()).containsExactly(
                "/" + POLICIES
                        + ": policies.ExtensionSettings.bloomward@bloomward.example changed since the installation",
                "/" + POLICIES + ": policies.NetworkPrediction changed since the installation");
        install(Browser.FIREFOX);
        system().remove().carryOut();
        assertThat(Json.parse(Files.readAllBytes(root.resolve(POLICIES)), ""))
                .isEqualTo(Json.parse(FOREIGN.replace("\"DisableTelemetry\": true", "\"DisableTelemetry\": false")
                        .replaceFirst("}\\s*}\\s*}\\s*$", "}}, \"NetworkPrediction\": true }}")
                        .replace("}}, \"Net", "}, \"Net")
                        .getBytes(UTF_8), ""));
    }

    @Test
    void leavesWhatOthersDecidedAndSaysSo() throws Exception {
        write(POLICIES, "{\"policies\": {\"NetworkPrediction\": true}}");
        write(MANAGED + "a.json", "{\"NetworkPredictionOptions\": 0}");
        Plan plan = system().install(wish(), List.of(Browser.CHROMIUM, Browser.FIREFOX));
        plan.carryOut();
        assertThat(plan.notes()).containsExactly(
                "/" + MANAGED + "a.json sets NetworkPredictionOptions, which was left as it is; Bloomward needs 2",
                "/" + POLICIES
                        + ": policies.NetworkPrediction is set already and was left as it is: true instead of false");
        assertThat(root.resolve(MANAGED + "bloomward.json")).content().doesNotContain("NetworkPredictionOptions");
        assertThat(root.resolve(POLICIES)).content().contains("\"NetworkPrediction\": true");
    }

    @Test
    void refusesAPolicyFileThatIsNotJsonAndChangesNothing() throws Exception {
        for (String text : new String[] {"{\"policies\": {},}", "", "[]", "{\"policies\": 1}", "{} {}",
            "{\"a\": 1, \"a\": 2}", "{\"policies\": {\"Preferences\": []}}"}) {
            write(POLICIES, text);
            Map<String, String> before = tree();
            assertThatThrownBy(() -> install(Browser.CHROMIUM, Browser.FIREFOX)).as(text)
                    .isInstanceOf(InstallException.class)
                    .hasMessageStartingWith("/" + POLICIES);
            assertThat(tree()).isEqualTo(before);
        }
        write(POLICIES, "{\n  \"policies\": {},\n}");
        assertThatThrownBy(() -> install(Browser.FIREFOX)).hasMessageContaining(", line 3, column ");
    }

    @Test
    void followsNoLink() throws Exception {
        Path target = Files.writeString(folder.resolve("elsewhere"), FOREIGN);
        Files.createDirectories(root.resolve(POLICIES).getParent());
        Files.createSymbolicLink(root.resolve(POLICIES), target);
        assertThatThrownBy(() -> install(Browser.FIREFOX)).isInstanceOf(InstallException.class)
                .hasMessageContaining("a link, or not a file");
        Files.delete(root.resolve(POLICIES));
        Path policy = root.resolve(MANAGED + "bloomward.json");
        Files.createDirectories(policy.getParent());
        Files.createSymbolicLink(policy, target);
        assertThatThrownBy(() -> install(Browser.CHROMIUM)).isInstanceOf(InstallException.class)
                .hasMessageContaining("already exists and was not written by an installation");
        Files.delete(policy);
        Files.createSymbolicLink(policy.resolveSibling(".bloomward.json.part"), target);
        install(Browser.CHROMIUM);
        assertThat(target).hasContent(FOREIGN);
        assertThat(policy).isRegularFile();
    }

    @Test
    void writesOverNoManifestOfOthers() throws Exception {
        write("usr/lib/mozilla/native-messaging-hosts/org.bloomward.host.json", "somebody's");
        Map<String, String> before = tree();
        assertThatThrownBy(() -> install(Browser.FIREFOX)).isInstanceOf(InstallException.class)
                .hasMessageContaining("org.bloomward.host.json already exists");
        assertThat(tree()).isEqualTo(before);
    }

    @Test
    void usesThePolicyThatOthersLeaveFree() throws Exception {
        write(MANAGED + "a.json", "{\"ExtensionSettings\": {\"*\": {}}, }");
        Plan plan = system().install(wish(), List.of(Browser.CHROMIUM));
        plan.carryOut();
        assertThat(plan.notes()).singleElement().asString().contains("a.json sets ExtensionSettings", "newer versions");
        assertThat(root.resolve(MANAGED + "bloomward.json")).content()
                .contains("\"ExtensionInstallForcelist\": [\n    \"" + KEY.id()
                        + ";file:///usr/local/lib/bloomward/browser/update.xml\"")
                .doesNotContain("ExtensionSettings");
        assertThat(state(Browser.CHROMIUM).expected()).contains(Rung.FULL);
        write(MANAGED + "b.json", "{\"ExtensionInstallForcelist\": []}");
        assertThat(system().differences()).singleElement()
                .asString()
                .contains("b.json: sets ExtensionInstallForcelist");
        Plan taken = system().install(wish(), List.of(Browser.CHROMIUM));
        taken.carryOut();
        assertThat(taken.notes()).singleElement()
                .asString()
                .contains("a.json", "b.json", "add to the latter", KEY.id());
        assertThat(state(Browser.CHROMIUM).expected()).contains(Rung.NONE);
        assertThat(root.resolve(MANAGED + "bloomward.json")).content()
                .contains("MandatoryExtensions")
                .doesNotContain("Forcelist\"");
    }

    @Test
    void addsToThePoliciesBesideFirefoxWhichOthersWouldHide() throws Exception {
        write("usr/lib/firefox-esr/distribution/policies.json", FOREIGN);
        install(Browser.FIREFOX);
        assertThat(root.resolve(POLICIES)).doesNotExist();
        assertThat(root.resolve("usr/lib/firefox-esr/distribution/policies.json")).content().contains("bloomward.xpi");
        write(POLICIES, "{}");
        install(Browser.FIREFOX);
        assertThat(root.resolve("usr/lib/firefox-esr/distribution/policies.json")).hasContent(FOREIGN);
        assertThat(root.resolve(POLICIES)).content().contains("bloomward.xpi");
        system().remove().carryOut();
        assertThat(root.resolve(POLICIES)).hasContent("{}");
    }

    @Test
    void removesFromOneBrowserOnly() throws Exception {
        install(Browser.CHROMIUM);
        Map<String, String> chromiumOnly = tree();
        install(Browser.FIREFOX, Browser.BRAVE);
        system().remove(EnumSet.of(Browser.FIREFOX)).carryOut();
        assertThat(root.resolve(POLICIES)).doesNotExist();
        assertThat(root.resolve("etc/brave/policies/managed/bloomward.json")).exists();
        assertThat(system().differences()).isEmpty();
        system().remove(EnumSet.of(Browser.BRAVE)).carryOut();
        assertThat(root.resolve(MANAGED + "bloomward.json")).exists();
        assertThat(tree().keySet()).containsAll(chromiumOnly.keySet())
                .contains("etc/chromium/native-messaging-hosts/org.bloomward.host.json");
        assertThatThrownBy(() -> system().remove(EnumSet.of(Browser.EDGE))).isInstanceOf(InstallException.class)
                .hasMessageContaining("Edge");
        system().remove(EnumSet.of(Browser.CHROMIUM)).carryOut();
        assertThat(root).isEmptyDirectory();
    }

    /// After any step that was not done, the same command ends the same way, and so does removing.
    @Test
    void endsTheSameWayWhereItWasInterrupted() throws Exception {
        endsTheSameWay(4);
    }

    @Test
    @Tag("long")
    void endsTheSameWayWhereverItWasInterrupted() throws Exception {
        endsTheSameWay(1);
    }

    /// @param apart so many steps are between one interruption and the next
    private void endsTheSameWay(int apart) throws Exception {
        Files.createDirectories(root.resolve("usr/local/lib")); // as on every machine
        write(POLICIES, FOREIGN);
        Map<String, String> before = tree();
        install(Browser.CHROMIUM);
        Wish unsigned = new Wish(ExtensionSource.of(program), program, Map.of(), true, () -> KEY);
        int steps = system().install(unsigned, EnumSet.allOf(Browser.class)).steps().size();
        system().install(unsigned, EnumSet.allOf(Browser.class)).carryOut();
        Map<String, String> whole = tree();
        for (int done = 0; done < steps; done += apart) {
            system().remove().carryOut();
            assertThat(tree()).as("before step %d", done).isEqualTo(before);
            install(Browser.CHROMIUM);
            interrupted(system().install(unsigned, EnumSet.allOf(Browser.class)), done);
            system().install(unsigned, EnumSet.allOf(Browser.class)).carryOut();
            assertThat(tree()).as("again after step %d", done).isEqualTo(whole);
            interrupted(system().install(wish(), EnumSet.allOf(Browser.class)), done);
            int undone = system().remove().steps().size();
            interrupted(system().remove(), done * undone / steps);
            removeIfLeft();
            assertThat(tree()).as("removed after step %d", done).isEqualTo(before);
            install(Browser.CHROMIUM);
        }
    }

    @Test
    void tellsWhatDiffers() throws Exception {
        install(Browser.CHROMIUM);
        Files.delete(root.resolve(FOLDER + "update.xml"));
        write(FOLDER + "native-host-chromium", "#!/bin/sh\n");
        assertThat(system().differences()).containsExactly(
                "/" + FOLDER + "native-host-chromium: changed since the installation",
                "/" + FOLDER + "update.xml: missing");
        write(FOLDER + "record.json", "{\"browsers\": []}");
        assertThatThrownBy(this::system).isInstanceOf(InstallException.class)
                .hasMessageContaining("record.json: damaged");
    }

    @Test
    void findsBrowsersAndSaysWhatToExpect() throws Exception {
        write("usr/lib/chromium/chromium", "");
        write("usr/lib/firefox-esr/firefox-esr", "");
        write("usr/lib/firefox-esr/application.ini", "[App]\nVersion=153.7.0\n");
        Files.createDirectories(root.resolve("snap/firefox"));
        Files.createDirectories(root.resolve("var/lib/flatpak/app/com.brave.Browser"));
        install(Browser.CHROMIUM, Browser.FIREFOX);
        assertThat(system().states())
                .extracting(state -> state.browser().title() + " " + state.found().orElseThrow().packaging() + " "
                        + state.found().orElseThrow().version() + " "
                        + state.expected().map(Rung::toString).orElse("-"))
                .containsExactly("Chromium OTHER  FULL", "Brave FLATPAK  -", "Firefox OTHER 153.7.0 NONE",
                        "Firefox SNAP  -");
        assertThat(state(Browser.FIREFOX).reason()).contains("the XPI is not signed");
        assertThat(system().states().get(1).reason()).contains("sandbox");
    }

    @Test
    void installsForAUserWithoutPolicies() throws Exception {
        Path home = Files.createDirectory(folder.resolve("a home")).toRealPath();
        List<List<String>> ran = new ArrayList<>();
        Machine machine = new Machine(Path.of("/"), Map.of("HOME", home.toString()), command -> {
            ran.add(command);
            return new Ended(1, "");
        });
        Wish wish = new Wish(ExtensionSource.of(program), program, Map.of("BLOOMWARD_SOCKET", "/run/it's/agent.sock"),
                false, () -> KEY);
        BrowserInstallation.of(Audience.USER, machine)
                .install(wish, List.of(Browser.CHROMIUM, Browser.EDGE, Browser.BRAVE, Browser.CHROME, Browser.FIREFOX))
                .carryOut();
        Path data = home.resolve(".local/share/bloomward/browser");
        assertThat(ran).as("the host's archive of classes is made")
                .containsExactly(
                        List.of("sh", "-c", "umask 022; exec \"$0\"", data.resolve("native-host-chromium").toString()));
        for (String manifests : new String[] {".config/chromium/NativeMessagingHosts",
            ".config/google-chrome/NativeMessagingHosts", ".config/microsoft-edge/NativeMessagingHosts",
            ".config/BraveSoftware/Brave-Browser/NativeMessagingHosts", ".mozilla/native-messaging-hosts"}) {
            assertThat(home.resolve(manifests).resolve("org.bloomward.host.json")).content()
                    .contains("\"path\": \"" + data + "/native-host-");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data))).isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("native-host-firefox"))))
                .isEqualTo("rwx------");
        assertThat(data.resolve("native-host-firefox")).content()
                .contains("BLOOMWARD_SOCKET='/run/it'\\''s/agent.sock'\nexport BLOOMWARD_SOCKET\nexec '" + program
                        + "/bin/bloomward' native-host");
        assertThat(data.resolve("extension/manifest.json")).content()
                .contains("\"key\": \"" + KEY.publicKeyText() + "\"", "\"version\": \"0.1.0\"");
        assertThat(data.resolve("extension/background/main.js")).hasContent("// asks");
        BrowserInstallation installed = BrowserInstallation.of(Audience.USER, machine);
        assertThat(installed.states()).filteredOn(state -> state.browser() == Browser.CHROME)
                .allMatch(state -> state.expected().equals(java.util.Optional.of(Rung.LIMITED))
                        && state.reason().contains("load the unpacked extension " + data));
        installed.remove().carryOut();
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void startsOnlyAProgramThatNoUserCanChangeForAMachine() throws Exception {
        Machine machine = new Machine(Path.of("/"), Map.of("HOME", "/none"), _ -> new Ended(1, ""));
        Files.createDirectories(program.resolve("bin"));
        Files.writeString(program.resolve("bin/bloomward"), "");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> new Launcher(Audience.SYSTEM, machine).of(program))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("users of this machine could change")
                .hasMessageContaining("agent install --system");
    }

    @Test
    void startsOnlyAJavaThatNoUserCanChangeForAMachine() throws Exception {
        Machine machine = new Machine(Path.of("/"), Map.of("HOME", "/none"), _ -> new Ended(1, ""));
        Path java = Files.createDirectories(folder.resolve("java"));
        Files.createFile(Files.createDirectory(java.resolve("bin")).resolve("java"));
        Map<String, String> variables = Map.of(Launcher.JAVA_HOME, java.toString());
        assertThatThrownBy(() -> new Launcher(Audience.SYSTEM, machine).requireJava(variables))
                .isInstanceOf(InstallException.class)
                .hasMessageContaining("users of this machine could change");
        new Launcher(Audience.USER, machine).requireJava(variables);
        new Launcher(Audience.SYSTEM, machine).requireJava(Map.of());
    }

    @Test
    void startsTheVersionInUseOfAnInstalledProgram() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home")).toRealPath();
        Path version = Files.createDirectories(home.resolve(".local/share/bloomward/program/0.1.0"));
        Machine machine = new Machine(Path.of("/"), Map.of("HOME", home.toString()), _ -> new Ended(1, ""));
        assertThat(new Launcher(Audience.USER, machine).of(version))
                .isEqualTo(home.resolve(".local/share/bloomward/program/current/bin/bloomward"));
    }

    private void interrupted(Plan plan, int steps) throws IOException {
        List<InstallStep> all = plan.steps();
        new Plan(machine(), all.subList(0, Math.min(steps, all.size())), List.of()).carryOut();
        if (steps < all.size() && all.get(steps) instanceof InstallStep.Data data) {
            Files.writeString(root.resolve(Path.of("/").relativize(data.path()))
                    .resolveSibling("." + data.path().getFileName() + ".part"), "half");
        }
    }

    private void removeIfLeft() throws Exception {
        if (Files.exists(root.resolve(FOLDER))) {
            system().remove().carryOut();
        }
    }

    private BrowserState state(Browser browser) throws IOException, InstallException {
        return system().states().stream().filter(state -> state.browser() == browser).findFirst().orElseThrow();
    }

    private void install(Browser... browsers) throws IOException, InstallException {
        system().install(wish(), List.of(browsers)).carryOut();
    }

    private Wish wish() throws IOException, InstallException {
        return new Wish(ExtensionSource.of(program), program, Map.of(), false, () -> KEY);
    }

    private Machine machine() {
        return new Machine(root, Map.of("HOME", "/home/anna"), _ -> new Ended(1, ""));
    }

    private BrowserInstallation system() throws IOException, InstallException {
        return BrowserInstallation.of(Audience.SYSTEM, machine());
    }

    private void write(String path, String text) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.writeString(root.resolve(path), text);
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(path)));
    }

    /// Every file below the root with its content, every folder without.
    private Map<String, String> tree() throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.filter(path -> !path.equals(root)).toList()) {
                tree.put(root.relativize(path).toString(),
                        Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                                ? HexFormat.of().formatHex(Files.readAllBytes(path))
                                : "");
            }
        }
        return tree;
    }
}
