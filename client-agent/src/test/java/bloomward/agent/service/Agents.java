package bloomward.agent.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.config.AgentSetting;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.confirm.ConfirmLimits;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// Starts agents over one folder, and asks them.
public final class Agents {

    /// A server on a busy machine may need longer for a confirmation than a person would wait; only one that hangs needs minutes.
    private static final Agent.Patience PATIENCE = new Agent.Patience(
            new FetchLimits(Duration.ofMinutes(1), Duration.ofMinutes(1), 16 << 10, Duration.ofMinutes(2)),
            new ConfirmLimits(10, 200, 8, Duration.ofMinutes(1), 1 << 20));

    private final Path folder;
    private final Clock clock;
    private final Map<AgentSetting, String> options = new EnumMap<>(AgentSetting.class);
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private LongSupplier nanoTime = System::nanoTime;

    public Agents(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
        options.put(AgentSetting.DATA_DIR, folder.resolve("store").toString());
        options.put(AgentSetting.SOCKET, folder.resolve("run/agent.sock").toString());
    }

    /// Lets them enrol by themselves.
    public Agents at(Publisher publisher) {
        return with(AgentSetting.SERVER, publisher.address().toString()).with(AgentSetting.ROOT,
                publisher.rootFile().toString());
    }

    public Agents with(AgentSetting setting, String value) {
        options.put(setting, value);
        return this;
    }

    /// @param time a clock that cannot be set
    public Agents with(LongSupplier time) {
        nanoTime = time;
        return this;
    }

    public Agent start() throws Exception {
        Config config = Config.resolve(options, Optional.empty(), Map.of("HOME", folder.toString()),
                Places.under(folder));
        Log lines = new Log(new PrintStream(log, true, UTF_8), clock, Log.Level.DEBUG, Map.of());
        return Agent.start(config, Map.of(), "0.1.0", clock, nanoTime, new SplittableRandom(1), lines, PATIENCE);
    }

    public String log() {
        return log.toString(UTF_8);
    }

    public static SocketClient connect(Agent agent) {
        return SocketClient.connect(agent.socket()).orElseThrow();
    }

    public static CheckAnswer check(Agent agent, String url) throws Exception {
        try (SocketClient client = connect(agent)) {
            return check(client, url, CheckOptions.DEFAULT);
        }
    }

    public static CheckAnswer check(SocketClient client, String url, CheckOptions options) throws Exception {
        List<CheckAnswer> answers = new ArrayList<>();
        client.check(List.of(url), options, answers::add);
        return answers.getFirst();
    }
}
