package bloomward.agent.cli;

import bloomward.agent.config.Config;
import bloomward.agent.config.ConfigException;
import bloomward.agent.config.Places;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Log;
import bloomward.format.FormatException;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Clock;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward agent run`.
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Runs the agent until it is ended: answers at its socket from what is installed, and keeps that current.",
    "Needs no network to answer. Where the settings name a server and its root, and the agent trusts nobody yet, it "
            + "enrols by itself.",
    "Exit code: 2 if it cannot start; 143 when it was ended (SIGTERM)."},
        footer = {"", "Example: bloomward agent run --server https://lists.example.org --root sha256:..."})
final class AgentRunCommand implements Callable<Integer> {

    private final Io io;
    private final Places places;
    private final Clock clock;

    @Option(names = "--ready-json", description = "When it answers, print where, as one JSON object.")
    private boolean readyJson;

    @Mixin
    private SettingOptions.All settings = new SettingOptions.All();

    AgentRunCommand(Io io, Places places, Clock clock) {
        this.io = io;
        this.places = places;
        this.clock = clock;
    }

    @Override
    public Integer call() throws IOException, ConfigException, FormatException {
        Config config = settings.resolve(io, places);
        Log log = new Log(io.err(), clock, Log.Level.named(config.logLevel()), io.environment());
        try (Agent agent = Agent.start(config, io.environment(), Cli.Version.number(), clock, new SplittableRandom(),
                log)) {
            Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "end"));
            if (readyJson) {
                sayReady(agent);
            }
            agent.await();
        } catch (InterruptedException _) {
            // Who runs this in a thread ends it so.
        }
        return Cli.DONE;
    }

    private void sayReady(Agent agent) throws IOException {
        try (Output out = new Output(io.out()); JsonLines lines = new JsonLines(out)) {
            JsonGenerator json = lines.generator();
            json.writeStartObject();
            json.writeStringField("socket", agent.socket().toString());
            json.writeNumberField("pid", ProcessHandle.current().pid());
            json.writeEndObject();
            lines.endLine();
        }
    }
}
