package bloomward.agent.browser.install;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A browser, and the places on Linux in which it looks for native messaging hosts and policies.
public enum Browser {

    CHROMIUM("Chromium", Engine.CHROMIUM, List.of("/etc/chromium/native-messaging-hosts"), "chromium",
            "/etc/chromium/policies/managed",
            new Traces(
                    List.of("/usr/lib/chromium/chromium", "/usr/lib/chromium-browser/chromium-browser",
                            "/usr/lib64/chromium-browser/chromium-browser", "/usr/lib64/chromium/chromium"),
                    List.of("chromium", "chromium-browser"), "chromium", "org.chromium.Chromium")),
    CHROME("Chrome", Engine.CHROMIUM, List.of("/etc/opt/chrome/native-messaging-hosts"), "google-chrome",
            "/etc/opt/chrome/policies/managed",
            new Traces(List.of("/opt/google/chrome/chrome"), List.of("google-chrome-stable"), "", "com.google.Chrome")),
    EDGE("Edge", Engine.CHROMIUM, List.of("/etc/opt/edge/native-messaging-hosts"), "microsoft-edge",
            "/etc/opt/edge/policies/managed",
            new Traces(List.of("/opt/microsoft/msedge/msedge"), List.of("microsoft-edge-stable"), "",
                    "com.microsoft.Edge")),
    /// Its versions differ in the folder for native messaging hosts of the machine; both are written.
    BRAVE("Brave", Engine.CHROMIUM,
            List.of("/etc/opt/chrome/native-messaging-hosts", "/etc/chromium/native-messaging-hosts"),
            "BraveSoftware/Brave-Browser", "/etc/brave/policies/managed",
            new Traces(List.of("/opt/brave.com/brave/brave"), List.of("brave-browser"), "brave", "com.brave.Browser")),
    FIREFOX("Firefox", Engine.FIREFOX, List.of("/usr/lib/mozilla/native-messaging-hosts"), "", "/etc/firefox/policies",
            new Traces(
                    List.of("/usr/lib/firefox/firefox", "/usr/lib/firefox-esr/firefox-esr",
                            "/usr/lib64/firefox/firefox", "/opt/firefox/firefox"),
                    List.of("firefox", "firefox-esr"), "firefox", "org.mozilla.firefox"));

    /// The engines of browsers, which decide the form of manifests and policies.
    enum Engine {
        CHROMIUM, FIREFOX
    }

    /// The traces of an installed browser on its machine.
    ///
    /// @param programs one of which is there
    /// @param packages of Debian
    /// @param snap its name as a snap; empty for none
    /// @param flatpak its name as a flatpak
    record Traces(List<String> programs, List<String> packages, String snap, String flatpak) {

        Traces {
            programs = List.copyOf(programs);
            packages = List.copyOf(packages);
        }
    }

    private static final String MANIFEST = "org.bloomward.host.json";

    private final String title;
    private final Engine engine;
    @SuppressWarnings("ImmutableEnumChecker") // copied
    private final List<String> hosts;
    private final String configuration;
    private final String policies;
    @SuppressWarnings("ImmutableEnumChecker") // of immutable values
    private final Traces traces;

    Browser(String title, Engine engine, List<String> hosts, String configuration, String policies, Traces traces) {
        this.title = title;
        this.engine = engine;
        this.hosts = List.copyOf(hosts);
        this.configuration = configuration;
        this.policies = policies;
        this.traces = traces;
    }

    /// The name as its makers spell it.
    public String title() {
        return title;
    }

    /// The name on the command line.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    Engine engine() {
        return engine;
    }

    Traces traces() {
        return traces;
    }

    /// The native manifests for all users.
    List<Path> manifestsOfSystem() {
        return hosts.stream().map(folder -> Path.of(folder, MANIFEST)).toList();
    }

    /// The native manifest for one user.
    ///
    /// @param config the user's folder for configuration
    Path manifestOfUser(Path home, Path config) {
        return switch (engine) {
            case CHROMIUM -> config.resolve(configuration).resolve("NativeMessagingHosts").resolve(MANIFEST);
            case FIREFOX -> home.resolve(".mozilla/native-messaging-hosts").resolve(MANIFEST);
        };
    }

    /// The folder of policies.
    Path policies() {
        return Path.of(policies);
    }

    /// The browser with this name on the command line.
    static Optional<Browser> named(String word) {
        return List.of(values()).stream().filter(browser -> browser.word().equals(word)).findFirst();
    }
}
