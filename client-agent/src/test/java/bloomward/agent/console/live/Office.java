package bloomward.agent.console.live;

import bloomward.agent.browser.live.AgentProcess;
import bloomward.agent.browser.live.Browser;
import bloomward.agent.browser.live.Chromium;
import bloomward.agent.browser.live.Computer;
import bloomward.agent.browser.live.Firefox;
import bloomward.agent.check.Verdict;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.socket.message.RequestException;
import bloomward.format.testing.Needs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A publication with its console, the people who work on it, the web that its feeds come from, and an agent that protects
/// somebody.
final class Office implements AutoCloseable {

    static final ObjectMapper JSON = new ObjectMapper();

    final Publisher publisher;
    final Browser browser;
    private final Path folder;
    private final HttpServer web;
    /// Who was at a tab last: only one tab of a window is seen, and the others neither take keys nor hear news.
    private Optional<Person> atWork = Optional.empty();
    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private int people;

    private Office(Path folder, Browser.Kind kind) throws Exception {
        this.folder = folder;
        publisher = Publisher.start(folder.resolve("server"), Clock.systemUTC(), "--origin", "lists.example");
        web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/", exchange -> {
            byte[] body = pages.getOrDefault(exchange.getRequestURI().getPath(), "").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        web.start();
        Path home = Files.createDirectories(folder.resolve("home"));
        browser = switch (kind) {
            case CHROMIUM -> Chromium.start(Computer.asItIs(), home, "office", List.of());
            case FIREFOX -> Firefox.start(Computer.asItIs(), home, "office", List.of());
        };
    }

    /// @param parent of a folder whose name is short: sockets lie in it
    static Office open(Path parent, Browser.Kind kind) throws Exception {
        Needs.programs("chromium", "firefox-esr");
        return new Office(Files.createTempDirectory(parent, "o").toRealPath(), kind);
    }

    void turnTo(Person person) throws IOException, InterruptedException {
        if (atWork.filter(last -> last == person).isEmpty()) {
            person.tab.toFront();
            atWork = Optional.of(person);
        }
    }

    Path folder() {
        return folder;
    }

    URI console() {
        return publisher.adminAddress().resolve("/console/");
    }

    /// Somebody with a token of this role, signed in at a tab of their own.
    ///
    /// @param name which gets a number: there may be others
    Person person(String name, String role) throws Exception {
        return personAt(console().toString(), name, role);
    }

    Person personAt(String address, String name, String role) throws Exception {
        Person person = new Person(this, browser.openApart(address), token(name, role));
        person.signIn();
        return person;
    }

    /// Made on the server's machine: tokens that came from one administrator count as one person.
    String token(String name, String role) throws Exception {
        String unique = name + "-" + ++people;
        Path file = folder.resolve(unique + ".token");
        publisher.server("token", unique, "--role", role, "--out", file.toString());
        return Files.readString(file).strip();
    }

    /// Puts a page at an address of the feeds' web.
    URI publishes(String path, String text) {
        pages.put(path, text);
        return URI.create("http://127.0.0.1:" + web.getAddress().getPort() + path);
    }

    JsonNode admin(String... args) throws Exception {
        String[] asked = java.util.Arrays.copyOf(args, args.length + 2);
        asked[args.length] = "-o";
        asked[args.length + 1] = "json";
        return JSON.readTree(publisher.admin(asked));
    }

    /// The agent of somebody, enrolled at the publication, with its lists.
    AgentProcess agent() throws Exception {
        AgentProcess agent = new AgentProcess(Computer.asItIs(), Files.createTempDirectory(folder, "a"))
                .with("server", publisher.address().toString())
                .with("root", publisher.rootFile().toString())
                .with("socket", folder.resolve("agent.sock").toString()); // the path of a socket has to be short
        agent.start();
        agent.awaitLists();
        return agent;
    }

    /// Whether the agent finds a URL listed after its next poll.
    static boolean isListed(AgentProcess agent, String url) throws IOException, RequestException {
        agent.update();
        return agent.check(url) instanceof Verdict.Listed;
    }

    @Override
    public void close() {
        browser.close();
        web.stop(0);
        publisher.close();
    }
}
