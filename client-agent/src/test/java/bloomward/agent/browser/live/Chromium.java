package bloomward.agent.browser.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// Chromium over its DevTools protocol.
public final class Chromium implements Browser {

    private static final Pattern LISTENS = Pattern.compile("DevTools listening on (ws://\\S+)");

    private final Launch launch;
    private final Wire wire;
    private final Map<String, String> sessions = new ConcurrentHashMap<>(); // by the id of the tab
    private final List<String> console = new CopyOnWriteArrayList<>();

    private Chromium(Path home, Launch launch) throws IOException, InterruptedException {
        this.launch = launch;
        this.wire = new Wire(URI.create(launch.awaitAddress()), this::hear);
        call("Browser.setDownloadBehavior",
                Wire.object()
                        .put("behavior", "allow")
                        .put("downloadPath", Files.createDirectories(home.resolve("downloads")).toString()));
    }

    /// @param home holds the profiles; a second start finds what the first one left
    /// @param more options, and at most one address that is opened at once
    public static Chromium start(Computer computer, Path home, String profile, List<String> more)
            throws IOException, InterruptedException {
        return new Chromium(home,
                new Launch(computer, home, command(home.resolve("chromium-" + profile), more), LISTENS));
    }

    private static List<String> command(Path profile, List<String> more) {
        List<String> command = new ArrayList<>(List.of("chromium", "--headless=new", "--no-sandbox", "--no-first-run",
                "--user-data-dir=" + profile, "--remote-debugging-port=0", "--remote-allow-origins=*",
                "--disable-component-update", "--disable-sync", "--password-store=basic", "--window-size=1280,900",
                "--lang=en-US", "--ignore-certificate-errors", "--disable-features=SpareRendererForSitePerProcess", // half of all processes, for pages that never come
                "--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"));
        command.addAll(more);
        return command;
    }

    private void hear(JsonNode event) {
        if (event.path("method").asText().equals("Runtime.consoleAPICalled")) {
            console.add(event.at("/params/args").toString());
        } else if (event.path("method").asText().equals("Log.entryAdded")) {
            console.add(event.at("/params/entry/text").asText());
        }
    }

    JsonNode call(String method, ObjectNode parameters) throws IOException, InterruptedException {
        return wire.call(method, parameters);
    }

    @Override
    public Kind kind() {
        return Kind.CHROMIUM;
    }

    @Override
    public Tab open(String url) throws IOException, InterruptedException {
        JsonNode made = call("Target.createTarget", Wire.object().put("url", "about:blank"));
        Tab tab = new ChromiumTab(made.get("targetId").asText());
        if (!url.equals("about:blank")) {
            tab.go(url);
        }
        return tab;
    }

    @Override
    public Tab openApart(String url) throws IOException, InterruptedException {
        String context = call("Target.createBrowserContext", Wire.object()).get("browserContextId").asText();
        return open(url, context);
    }

    @Override
    public Tab openBeside(Tab other, String url) throws IOException, InterruptedException {
        JsonNode about = call("Target.getTargetInfo", Wire.object().put("targetId", other.id()));
        return open(url, about.at("/targetInfo/browserContextId").asText());
    }

    private Tab open(String url, String context) throws IOException, InterruptedException {
        JsonNode made = call("Target.createTarget",
                Wire.object().put("url", "about:blank").put("browserContextId", context));
        Tab tab = new ChromiumTab(made.get("targetId").asText());
        tab.go(url);
        return tab;
    }

    @Override
    public List<Tab> tabs() throws IOException, InterruptedException {
        List<Tab> tabs = new ArrayList<>();
        for (JsonNode target : targets()) {
            if (target.get("type").asText().equals("page")) {
                tabs.add(new ChromiumTab(target.get("targetId").asText()));
            }
        }
        return tabs;
    }

    private List<JsonNode> targets() throws IOException, InterruptedException {
        JsonNode all = call("Target.getTargets", Wire.object()).get("targetInfos");
        return StreamSupport.stream(all.spliterator(), false).toList();
    }

    /// Ends the extension's worker, as the browser does with one that is idle. An event on its way, such as the end of a tab, may
    /// start another at once, which is as good: it knows nothing of the first one.
    void stopWorkers() throws IOException, InterruptedException {
        Set<String> ended = workers();
        for (String worker : ended) {
            call("Target.closeTarget", Wire.object().put("targetId", worker));
        }
        Until.is("the end of the worker", () -> Collections.disjoint(workers(), ended));
    }

    /// Counts the entries of all maps and sets of the extension's worker that are alive.
    long entriesOfWorker() throws IOException, InterruptedException {
        String session = call("Target.attachToTarget",
                Wire.object().put("targetId", workers().iterator().next()).put("flatten", true)).get("sessionId")
                .asText();
        long entries = 0;
        for (String type : List.of("Map", "Set")) {
            JsonNode prototype = wire.call("Runtime.evaluate", Wire.object().put("expression", type + ".prototype"),
                    session);
            JsonNode all = wire.call("Runtime.queryObjects",
                    Wire.object().put("prototypeObjectId", prototype.at("/result/objectId").asText()), session);
            ObjectNode count = Wire.object()
                    .put("objectId", all.at("/objects/objectId").asText())
                    .put("functionDeclaration", "function() { return this.reduce((sum, one) => sum + one.size, 0); }")
                    .put("returnByValue", true);
            entries += wire.call("Runtime.callFunctionOn", count, session).at("/result/value").asLong();
        }
        call("Target.detachFromTarget", Wire.object().put("sessionId", session));
        return entries;
    }

    private Set<String> workers() throws IOException, InterruptedException {
        return targets().stream()
                .filter(target -> target.get("type").asText().equals("service_worker")
                        && target.get("url").asText().startsWith("chrome-extension:"))
                .map(target -> target.get("targetId").asText())
                .collect(Collectors.toSet());
    }

    @Override
    public List<String> console() {
        return List.copyOf(console);
    }

    @Override
    public ProcessHandle process() {
        return launch.process();
    }

    /// Asks for an orderly end first: a killed browser loses everything not yet written, the installed extension
    /// included.
    @Override
    public void close() {
        try {
            wire.call("Browser.close", Wire.object());
            launch.awaitEnd();
        } catch (IOException e) {
            // It is gone already, or is ended now.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        wire.close();
        launch.close();
    }

    private final class ChromiumTab implements Tab {

        private final String id;

        ChromiumTab(String id) {
            this.id = id;
        }

        @Override
        public String id() {
            return id;
        }

        private JsonNode tell(String method, ObjectNode parameters) throws IOException, InterruptedException {
            String session = sessions.get(id);
            if (session == null) {
                session = call("Target.attachToTarget", Wire.object().put("targetId", id).put("flatten", true))
                        .get("sessionId")
                        .asText();
                sessions.put(id, session);
                wire.call("Runtime.enable", Wire.object(), session);
                wire.call("Log.enable", Wire.object(), session);
            }
            try {
                return wire.call(method, parameters, session);
            } catch (IOException e) {
                sessions.remove(id); // detached by a change of process: the next question attaches again
                throw e;
            }
        }

        @Override
        public void go(String url) throws IOException, InterruptedException {
            tell("Page.navigate", Wire.object().put("url", url));
        }

        @Override
        public String address() throws IOException, InterruptedException {
            return call("Target.getTargetInfo", Wire.object().put("targetId", id)).at("/targetInfo/url").asText();
        }

        @Override
        public JsonNode evaluate(String script) throws IOException, InterruptedException {
            JsonNode answer = tell("Runtime.evaluate",
                    Wire.object()
                            .put("expression", script)
                            .put("returnByValue", true)
                            .put("awaitPromise", true)
                            .put("userGesture", true));
            if (answer.has("exceptionDetails")) {
                throw new IOException(script + ": " + answer.get("exceptionDetails"));
            }
            return answer.at("/result/value");
        }

        @Override
        public void back() throws IOException, InterruptedException {
            travel(-1);
        }

        @Override
        public void forward() throws IOException, InterruptedException {
            travel(1);
        }

        private void travel(int steps) throws IOException, InterruptedException {
            JsonNode history = Until.holds("the history", () -> tell("Page.getNavigationHistory", Wire.object()),
                    answer -> answer.has("entries"));
            int target = history.get("currentIndex").asInt() + steps;
            tell("Page.navigateToHistoryEntry",
                    Wire.object().put("entryId", history.get("entries").get(target).get("id").asInt()));
        }

        @Override
        public void reload() throws IOException, InterruptedException {
            tell("Page.reload", Wire.object());
        }

        @Override
        public void press(String key) throws IOException, InterruptedException {
            int code = switch (key) {
                case "Tab" -> 9;
                case "Enter" -> 13;
                case "Escape" -> 27;
                case "ArrowDown" -> 40;
                case "ArrowUp" -> 38;
                default -> Character.toUpperCase(key.charAt(0));
            };
            ObjectNode event = Wire.object().put("type", "keyDown").put("key", key).put("windowsVirtualKeyCode", code);
            if (key.length() == 1 || key.equals("Enter")) {
                event.put("text", key.equals("Enter") ? "\r" : key);
            }
            tell("Input.dispatchKeyEvent", event.put("code", key));
            tell("Input.dispatchKeyEvent", Wire.object().put("type", "keyUp").put("key", key).put("code", key));
        }

        @Override
        public void type(String text) throws IOException, InterruptedException {
            tell("Input.insertText", Wire.object().put("text", text));
        }

        @Override
        public void toFront() throws IOException, InterruptedException {
            tell("Page.bringToFront", Wire.object());
        }

        @Override
        public void click(String selector) throws IOException, InterruptedException {
            JsonNode middle = evaluate(Pages.middle(selector));
            for (String type : List.of("mousePressed", "mouseReleased")) {
                tell("Input.dispatchMouseEvent",
                        Wire.object()
                                .put("type", type)
                                .put("x", middle.get(0).asDouble())
                                .put("y", middle.get(1).asDouble())
                                .put("button", "left")
                                .put("clickCount", 1));
            }
        }

        @Override
        public void show(int width, int height, boolean isDark) throws IOException, InterruptedException {
            tell("Emulation.setDeviceMetricsOverride",
                    Wire.object()
                            .put("width", width)
                            .put("height", height)
                            .put("deviceScaleFactor", 1)
                            .put("mobile", false));
            ObjectNode media = Wire.object();
            media.putArray("features")
                    .addObject()
                    .put("name", "prefers-color-scheme")
                    .put("value", isDark ? "dark" : "light");
            tell("Emulation.setEmulatedMedia", media);
        }

        @Override
        public void screenshot(Path file) throws IOException, InterruptedException {
            String picture = tell("Page.captureScreenshot", Wire.object().put("format", "png")).get("data").asText();
            Files.createDirectories(file.getParent());
            Files.write(file, Base64.getDecoder().decode(picture));
        }

        @Override
        public void close() throws IOException, InterruptedException {
            Until.is("the end of the tab", () -> {
                if (tabs().stream().noneMatch(tab -> tab.id().equals(id))) {
                    return true;
                }
                // More than once: a tab on its way to another process may stay.
                call("Target.closeTarget", Wire.object().put("targetId", id));
                return false;
            });
        }
    }
}
