package bloomward.agent.browser.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.browser.Rung;
import bloomward.agent.check.Verdict;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.State;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import bloomward.format.testing.Needs;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The agent of one person, as a process of the machine; and the command line of this person.
public final class AgentProcess implements AutoCloseable {

    static final Path APP = Path.of("target/app").toAbsolutePath();
    /// Where `agent install --system` lays the program out.
    private static final Path INSTALLED = Path.of("/usr/local/lib/bloomward/current");

    private final Computer computer;
    private final Path home;
    private final Map<String, String> settings = new TreeMap<>();
    private Path program = APP.resolve("bin/bloomward");
    private List<ProcessHandle> running = List.of();
    private Path socket = Path.of("");

    public AgentProcess(Computer computer, Path home) throws IOException {
        this.computer = computer;
        this.home = home;
        Files.createDirectories(home);
    }

    /// Lets it run from where an administrator installs it; root alone can write there.
    AgentProcess installed(Machine machine) throws IOException, InterruptedException {
        Path copy = machine.path(INSTALLED.toString());
        Files.createDirectories(copy.getParent());
        Process copying = new ProcessBuilder("cp", "-r", APP.toString(), copy.toString()).inheritIO().start();
        if (copying.waitFor() != 0) {
            throw new IOException("not copied: " + copy);
        }
        program = INSTALLED.resolve("bin/bloomward");
        return this;
    }

    /// A line of the person's settings file; a running agent does not see it.
    public AgentProcess with(String setting, String value) throws IOException {
        settings.put(setting, value);
        StringBuilder file = new StringBuilder();
        settings.forEach((name, text) -> file.append(name).append(" = '").append(text).append("'\n"));
        Path place = Files.createDirectories(home.resolve(".config/bloomward")).resolve("agent.toml");
        Files.writeString(place, file);
        return this;
    }

    public void start() throws IOException {
        start(program("agent", "run", "--ready-json"));
    }

    /// Starts it with a wrong clock.
    ///
    /// @param offset such as `+9d`
    void startAt(String offset) throws IOException {
        Needs.programs("faketime");
        ProcessBuilder agent = program("agent", "run", "--ready-json");
        int first = agent.command().indexOf(program.toString());
        agent.command().addAll(first, List.of("faketime", "-f", offset));
        // Dates of files stay, or the JVM takes its archive of classes for an old one.
        agent.environment().putAll(Map.of("FAKETIME_DONT_FAKE_MONOTONIC", "1", "NO_FAKE_STAT", "1"));
        start(agent);
    }

    private void start(ProcessBuilder agent) throws IOException {
        Process process = agent.redirectError(home.resolve("agent.log").toFile()).start();
        BufferedReader out = process.inputReader(UTF_8);
        String ready = out.readLine();
        if (ready == null) {
            throw new IOException("the agent did not start: " + Files.readString(home.resolve("agent.log")));
        }
        JsonNode said = Wire.JSON.readTree(ready);
        socket = Path.of(said.get("socket").asText());
        ProcessHandle started = ProcessHandle.of(said.get("pid").asLong()).orElseThrow();
        running = List.of(started, process.toHandle());
    }

    private SocketClient client() throws IOException {
        return SocketClient.connect(socket).orElseThrow(() -> new IOException("no agent answers on " + socket));
    }

    /// The status of the agent that runs.
    public AgentStatus status() throws IOException, RequestException {
        try (SocketClient client = client()) {
            return client.status();
        }
    }

    /// Waits until it has its lists.
    public void awaitLists() {
        Until.holds("lists", this::status, status -> status.state() == State.PROTECTED);
    }

    /// Waits until its browsers stand on these rungs, the strongest first.
    void awaitRungs(Rung... rungs) {
        Until.holds("rungs", () -> status().browsers().stream().map(ConnectedBrowser::rung).sorted().toList(),
                found -> found.equals(List.of(rungs)));
    }

    /// Has it poll now; browsers that are connected hear what is new.
    public void update() throws IOException, RequestException {
        try (SocketClient client = client()) {
            AgentStatus.PastPoll poll = client.update();
            if (!poll.isGood()) {
                throw new IOException(poll.outcome() + ": " + poll.message());
            }
        }
    }

    /// What it says about a URL.
    public Verdict check(String url) throws IOException, RequestException {
        List<Verdict> verdicts = new ArrayList<>();
        try (SocketClient client = client()) {
            client.check(List.of(url), CheckOptions.DEFAULT, answer -> verdicts.add(answer.verdict()));
        }
        return verdicts.getFirst();
    }

    private ProcessBuilder program(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return computer.program(home, command);
    }

    /// Starts the native host as Firefox does.
    Process host() throws IOException {
        ProcessBuilder host = program("native-host", "--caller", Scene.FIREFOX_ID, "--", "manifest.json",
                Scene.FIREFOX_ID);
        return host.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /// Runs `bloomward`.
    ///
    /// @return all that it said
    public String run(String... arguments) throws IOException, InterruptedException {
        Process process = program(arguments).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        int code = process.waitFor();
        boolean tellsAState = code == 1 && List.of(arguments).contains("status");
        if (code != 0 && !tellsAState) {
            throw new IOException(String.join(" ", arguments) + ": " + said);
        }
        return said;
    }

    /// The one that runs.
    ProcessHandle process() {
        return running.getFirst();
    }

    /// Lets it stand still, alive and silent.
    void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    void thaw() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", name, Long.toString(process().pid())).inheritIO().start().waitFor();
    }

    /// Ends it without a warning.
    void kill() {
        running.forEach(ProcessHandle::destroyForcibly);
        running.forEach(process -> process.onExit().join());
        running = List.of();
    }

    @Override
    public void close() {
        kill();
    }
}
