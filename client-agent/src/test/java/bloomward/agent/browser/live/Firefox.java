package bloomward.agent.browser.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/// Firefox over WebDriver BiDi.
public final class Firefox implements Browser {

    private static final Pattern LISTENS = Pattern.compile("WebDriver BiDi listening on (ws://\\S+)");

    /// No names but loopback's, nothing fetched unasked, nothing asked at the first start.
    private static final String PREFERENCES = """
            user_pref("network.dns.forceResolve", "127.0.0.1");
            user_pref("dom.security.https_first", false);
            user_pref("browser.startup.page", 0);
            user_pref("browser.startup.homepage_override.mstone", "ignore");
            user_pref("browser.shell.checkDefaultBrowser", false);
            user_pref("browser.aboutwelcome.enabled", false);
            user_pref("browser.newtabpage.enabled", false);
            user_pref("browser.safebrowsing.malware.enabled", false);
            user_pref("browser.safebrowsing.phishing.enabled", false);
            user_pref("browser.safebrowsing.downloads.enabled", false);
            user_pref("browser.translations.enable", false);
            user_pref("datareporting.policy.dataSubmissionEnabled", false);
            user_pref("datareporting.healthreport.uploadEnabled", false);
            user_pref("toolkit.telemetry.enabled", false);
            user_pref("app.update.enabled", false);
            user_pref("app.normandy.enabled", false);
            user_pref("extensions.update.enabled", false);
            user_pref("extensions.getAddons.cache.enabled", false);
            user_pref("extensions.blocklist.enabled", false);
            user_pref("services.settings.server", "http://127.0.0.1:9/");
            user_pref("network.captive-portal-service.enabled", false);
            user_pref("network.connectivity-service.enabled", false);
            user_pref("dom.disable_open_during_load", false);
            user_pref("browser.download.dir", "DOWNLOADS");
            user_pref("browser.download.folderList", 2);
            user_pref("intl.accept_languages", "en-US");
            """;

    private final Launch launch;
    private final Wire wire;
    private final List<String> console = new CopyOnWriteArrayList<>();

    private Firefox(Launch launch) throws IOException, InterruptedException {
        this.launch = launch;
        this.wire = new Wire(URI.create(launch.awaitAddress() + "/session"), this::hear);
        ObjectNode session = Wire.object();
        session.putObject("capabilities").putObject("alwaysMatch").put("acceptInsecureCerts", true);
        wire.call("session.new", session);
        ObjectNode wanted = Wire.object();
        wanted.putArray("events").add("log.entryAdded");
        wire.call("session.subscribe", wanted);
    }

    /// @param home holds the profiles; a second start finds what the first one left
    /// @param more options, and at most one address that is opened at once
    public static Firefox start(Computer computer, Path home, String name, List<String> more)
            throws IOException, InterruptedException {
        return start(computer, home, name, "", more);
    }

    /// @param preferences lines of `user.js` that count before those of all tests
    static Firefox start(Computer computer, Path home, String name, String preferences, List<String> more)
            throws IOException, InterruptedException {
        Path profile = Files.createDirectories(home.resolve("firefox-" + name));
        Files.writeString(profile.resolve("user.js"),
                PREFERENCES.replace("DOWNLOADS", downloads(home).toString()) + preferences);
        List<String> command = new ArrayList<>(List.of("firefox-esr", "--headless", "--no-remote", "--profile",
                profile.toString(), "--remote-debugging-port", "0", "--remote-allow-system-access"));
        command.addAll(more);
        return new Firefox(new Launch(computer, home, command, LISTENS));
    }

    static Path downloads(Path home) {
        return home.resolve("downloads");
    }

    private void hear(JsonNode event) {
        if (event.path("method").asText().equals("log.entryAdded")) {
            console.add(event.at("/params/text").asText());
        }
    }

    @Override
    public Kind kind() {
        return Kind.FIREFOX;
    }

    @Override
    public Tab open(String url) throws IOException, InterruptedException {
        Tab tab = new FirefoxTab(
                wire.call("browsingContext.create", Wire.object().put("type", "tab")).get("context").asText());
        if (!url.equals("about:blank")) {
            tab.go(url);
        }
        return tab;
    }

    @Override
    public Tab openApart(String url) throws IOException, InterruptedException {
        String person = wire.call("browser.createUserContext", Wire.object()).get("userContext").asText();
        return open(url, person);
    }

    @Override
    public Tab openBeside(Tab other, String url) throws IOException, InterruptedException {
        JsonNode about = tree(Wire.object().put("root", other.id())).get("contexts").get(0);
        return open(url, about.get("userContext").asText());
    }

    private Tab open(String url, String person) throws IOException, InterruptedException {
        ObjectNode wanted = Wire.object().put("type", "tab").put("userContext", person);
        Tab tab = new FirefoxTab(wire.call("browsingContext.create", wanted).get("context").asText());
        tab.go(url);
        return tab;
    }

    @Override
    public List<Tab> tabs() throws IOException, InterruptedException {
        List<Tab> tabs = new ArrayList<>();
        for (JsonNode context : tree(Wire.object()).get("contexts")) {
            tabs.add(new FirefoxTab(context.get("context").asText()));
        }
        return tabs;
    }

    private JsonNode tree(ObjectNode parameters) throws IOException, InterruptedException {
        return wire.call("browsingContext.getTree", parameters);
    }

    /// Runs a script with the browser's own rights, in the first of its windows.
    JsonNode evaluateInBrowser(String script) throws IOException, InterruptedException {
        JsonNode windows = tree(Wire.object().put("moz:scope", "chrome")).get("contexts");
        return value(wire.call("script.evaluate", evaluation(script, windows.get(0).get("context").asText())));
    }

    /// Opens a private window, as a person does from the menu.
    void openPrivately(String url) throws IOException, InterruptedException {
        evaluateInBrowser(
                "void openTrustedLinkIn(" + Wire.JSON.writeValueAsString(url) + ", 'window', {private: true})");
    }

    /// Ends the extension's event page, as the browser does with one that is idle.
    void stopWorkers(String extension) throws IOException, InterruptedException {
        evaluateInBrowser("WebExtensionPolicy.getByID('" + extension
                + "').extension.terminateBackground({ignoreDevToolsAttached: true, disableResetIdleForTest: true}).then(() => true)");
    }

    /// The memory of the extension's pages, its event page included, once everything is collected that can be.
    long bytesOfExtension() throws IOException, InterruptedException {
        return evaluateInBrowser("""
                new Promise(done => {
                  const manager = Cc['@mozilla.org/memory-reporter-manager;1'].getService(Ci.nsIMemoryReporterManager);
                  Services.obs.notifyObservers(null, 'child-mmu-request');
                  manager.minimizeMemoryUsage(() => {
                    let bytes = 0;
                    manager.getReports((process, path, kind, units, amount) => {
                      bytes += units === Ci.nsIMemoryReporter.UNITS_BYTES && path.includes('moz-extension:') ? amount : 0;
                    }, null, () => done(bytes), null, false);
                  });
                })""").asLong();
    }

    @Override
    public List<String> console() {
        return List.copyOf(console);
    }

    @Override
    public ProcessHandle process() {
        return launch.process();
    }

    @Override
    public void close() {
        try {
            wire.call("browser.close", Wire.object());
            launch.awaitEnd();
        } catch (IOException e) {
            // It is gone already, or is ended now.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        wire.close();
        launch.close();
    }

    private static ObjectNode evaluation(String script, String context) {
        ObjectNode parameters = Wire.object()
                .put("expression", "(async () => JSON.stringify(await (" + script + ")))()")
                .put("awaitPromise", true)
                .put("userActivation", true);
        parameters.putObject("target").put("context", context);
        return parameters;
    }

    private static JsonNode value(JsonNode answer) throws IOException {
        if (!answer.get("type").asText().equals("success")) {
            throw new IOException(answer.toString());
        }
        JsonNode result = answer.get("result");
        return result.get("type").asText().equals("string")
                ? Wire.JSON.readTree(result.get("value").asText())
                : Wire.JSON.missingNode();
    }

    private final class FirefoxTab implements Tab {

        private final String id;

        FirefoxTab(String id) {
            this.id = id;
        }

        private ObjectNode here() {
            return Wire.object().put("context", id);
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public void go(String url) throws IOException, InterruptedException {
            wire.call("browsingContext.navigate", here().put("url", url).put("wait", "none"));
        }

        @Override
        public String address() throws IOException, InterruptedException {
            return tree(Wire.object().put("root", id)).get("contexts").get(0).get("url").asText();
        }

        @Override
        public JsonNode evaluate(String script) throws IOException, InterruptedException {
            return value(wire.call("script.evaluate", evaluation(script, id)));
        }

        @Override
        public void back() throws IOException, InterruptedException {
            wire.call("browsingContext.traverseHistory", here().put("delta", -1));
        }

        @Override
        public void forward() throws IOException, InterruptedException {
            wire.call("browsingContext.traverseHistory", here().put("delta", 1));
        }

        @Override
        public void reload() throws IOException, InterruptedException {
            wire.call("browsingContext.reload", here().put("wait", "none"));
        }

        @Override
        public void press(String key) throws IOException, InterruptedException {
            String value = switch (key) {
                case "Tab" -> "\uE004";
                case "Enter" -> "\uE007";
                case "Escape" -> "\uE00C";
                case "ArrowDown" -> "\uE015";
                case "ArrowUp" -> "\uE013";
                default -> key;
            };
            ObjectNode parameters = here();
            ArrayNode strokes = actions(parameters, "key");
            strokes.addObject().put("type", "keyDown").put("value", value);
            strokes.addObject().put("type", "keyUp").put("value", value);
            wire.call("input.performActions", parameters);
        }

        @Override
        public void type(String text) throws IOException, InterruptedException {
            ObjectNode parameters = here();
            ArrayNode strokes = actions(parameters, "key");
            text.codePoints().mapToObj(Character::toString).forEach(letter -> {
                strokes.addObject().put("type", "keyDown").put("value", letter);
                strokes.addObject().put("type", "keyUp").put("value", letter);
            });
            wire.call("input.performActions", parameters);
        }

        @Override
        public void toFront() throws IOException, InterruptedException {
            wire.call("browsingContext.activate", here());
        }

        @Override
        public void click(String selector) throws IOException, InterruptedException {
            JsonNode middle = evaluate(Pages.middle(selector));
            ObjectNode parameters = here();
            ArrayNode moves = actions(parameters, "pointer");
            moves.addObject()
                    .put("type", "pointerMove")
                    .put("x", middle.get(0).asInt())
                    .put("y", middle.get(1).asInt());
            moves.addObject().put("type", "pointerDown").put("button", 0);
            moves.addObject().put("type", "pointerUp").put("button", 0);
            wire.call("input.performActions", parameters);
        }

        private static ArrayNode actions(ObjectNode parameters, String type) {
            return parameters.putArray("actions").addObject().put("type", type).put("id", type).putArray("actions");
        }

        @Override
        public void show(int width, int height, boolean isDark) throws IOException, InterruptedException {
            ObjectNode parameters = here();
            parameters.putObject("viewport").put("width", width).put("height", height);
            wire.call("browsingContext.setViewport", parameters);
            evaluateInBrowser("void Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', "
                    + (isDark ? 0 : 1) + ")");
        }

        @Override
        public void screenshot(Path file) throws IOException, InterruptedException {
            Files.createDirectories(file.getParent());
            Files.write(file, Base64.getDecoder()
                    .decode(wire.call("browsingContext.captureScreenshot", here()).get("data").asText()));
        }

        @Override
        public void close() throws IOException, InterruptedException {
            wire.call("browsingContext.close", here());
        }
    }
}
