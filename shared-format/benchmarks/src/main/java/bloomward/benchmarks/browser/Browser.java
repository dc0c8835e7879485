package bloomward.benchmarks.browser;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Browsers that can be started without a screen and with a proxy.
public enum Browser {

    CHROMIUM("chromium") {
        @Override
        List<String> command(Path profile, int proxy, String page) {
            List<String> command = new ArrayList<>(List.of(program(), "--headless=new", "--user-data-dir=" + profile,
                    "--proxy-server=http://127.0.0.1:" + proxy, "--proxy-bypass-list=<-loopback>",
                    "--disable-ipc-flooding-protection", "--disable-popup-blocking", "--no-first-run",
                    "--disable-background-networking", "--disable-component-update", "--disable-site-isolation-trials",
                    "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
                    "--disable-backgrounding-occluded-windows",
                    "--disable-features=HttpsUpgrades,HttpsFirstBalancedMode,HttpsFirstBalancedModeAutoEnable"));
            if (System.getProperty("user.name").equals("root")) {
                command.add("--no-sandbox"); // it refuses to start otherwise
            }
            command.add(page);
            return command;
        }
    },
    FIREFOX("firefox-esr") {
        @Override
        List<String> command(Path profile, int proxy, String page) throws IOException {
            Files.writeString(profile.resolve("user.js"), """
                    user_pref("network.proxy.type", 1);
                    user_pref("network.proxy.http", "127.0.0.1");
                    user_pref("network.proxy.http_port", %1$d);
                    user_pref("network.proxy.ssl", "127.0.0.1");
                    user_pref("network.proxy.ssl_port", %1$d);
                    user_pref("network.proxy.allow_hijacking_localhost", true);
                    user_pref("network.proxy.no_proxies_on", "");
                    user_pref("network.captive-portal-service.enabled", false);
                    user_pref("network.connectivity-service.enabled", false);
                    user_pref("network.http.referer.disallowCrossSiteRelaxingDefault", false);
                    user_pref("network.http.referer.disallowCrossSiteRelaxingDefault.top_navigation", false);
                    user_pref("network.http.phishy-userpass-length", 255);
                    user_pref("network.auth.confirmAuth.enabled", false);
                    user_pref("network.http.speculative-parallel-limit", 0);
                    user_pref("dom.navigation.navigationRateLimit.count", 0);
                    user_pref("dom.disable_open_during_load", false);
                    user_pref("dom.popup_maximum", 100);
                    user_pref("dom.security.https_first", false);
                    user_pref("dom.security.https_first_schemeless", false);
                    user_pref("dom.min_background_timeout_value", 4);
                    user_pref("browser.link.open_newwindow", 3);
                    user_pref("browser.safebrowsing.malware.enabled", false);
                    user_pref("browser.safebrowsing.phishing.enabled", false);
                    user_pref("browser.shell.checkDefaultBrowser", false);
                    user_pref("datareporting.policy.dataSubmissionEnabled", false);
                    user_pref("app.normandy.enabled", false);
                    user_pref("fission.autostart", false);
                    """.formatted(proxy));
            return List.of(program(), "--headless", "--no-remote", "--profile", profile.toString(), page);
        }
    };

    private final String program;

    Browser(String program) {
        this.program = program;
    }

    public String program() {
        return program;
    }

    abstract List<String> command(Path profile, int proxy, String page) throws IOException;

    /// Whether the program is on the path.
    public boolean isInstalled() {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    /// Starts the browser with an empty profile; the caller ends it.
    Process start(Path profile, int proxy, String page) throws IOException {
        return new ProcessBuilder(command(profile, proxy, page)).redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
    }
}
