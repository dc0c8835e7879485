package bloomward.agent.cli.agent;

import bloomward.agent.cli.io.JsonLines;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.crowd.PeerNames;
import bloomward.agent.crowd.Turns;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Log;
import bloomward.format.FormatException;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.IoWords;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.command.Version;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward agent run`: the agent in the foreground.
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {
            "Runs the agent in the foreground: answers on its socket from the installed lists, and keeps them current.",
            "Answering needs no network. If the settings name a server and its root, and the agent is not enrolled, it "
                    + "enrols automatically.",
            "Exit code: 2 if it cannot start, or ends because it cannot answer any more (3 without memory); 143 when "
                    + "terminated (SIGTERM)."},
        footer = {"", "Example: bloomward agent run --server https://lists.example.org --root sha256:..."})
final class AgentRunCommand extends AgentCommand {

    @Option(names = "--ready-json", description = "Once ready, print the socket and process ID as one JSON object.")
    private boolean readyJson;

    AgentRunCommand(Io io, Places places) {
        super(io, places, ConfigOptions.all());
    }

    @Override
    public Integer call() throws IOException, SettingException, FormatException, CommandException {
        Config config = settings.resolve(io, places);
        if (config.socketIsForEveryone()) {
            Turns.provideCarriers();
            PeerNames.lookUpInFilesOnly();
        }
        Log log = new Log(io.err(), clock, Log.Level.named(config.logLevel()), io.environment());
        Agent agent = start(config, log);
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(agent::close)) {
            Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "end"));
            if (readyJson) {
                sayReady(agent);
            }
            if (!agent.await()) {
                return failure.keep(ExitCode.ERROR);
            }
        } catch (InterruptedException _) {
            // A caller that runs this in a thread ends it by an interrupt.
        }
        return ExitCode.DONE;
    }

    private Agent start(Config config, Log log) throws IOException, FormatException, CommandException {
        try {
            return Agent.start(config, io.environment(), Version.number(), clock, System::nanoTime,
                    new SplittableRandom(), log);
        } catch (IOException e) {
            String remedy = remedy(config);
            if (remedy.isEmpty()) {
                throw e;
            }
            throw CommandException.error(IoWords.of(e) + remedy);
        }
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
