package bloomward.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.config.Config;
import bloomward.agent.config.ConfigException;
import bloomward.agent.config.Places;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.store.Store;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.Updater;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward agent update`: one poll.
@Command(name = "update", mixinStandardHelpOptions = true, sortOptions = false, description = {
    "Asks the server now for something newer, and installs it.",
    "Exit code: 0 up to date, 1 what came was refused, 2 the server was not reached or this machine failed."})
final class AgentUpdateCommand implements Callable<Integer> {

    private final Io io;
    private final Places places;
    private final Clock clock;

    @Mixin
    private SettingOptions.Asking settings = new SettingOptions.Asking();

    @Option(names = {"-o",
        "--output"}, paramLabel = "human|json", defaultValue = "human",
            description = "For a person, or one JSON object (default: ${DEFAULT-VALUE}).")
    private Facts.Format format = Facts.Format.HUMAN;

    AgentUpdateCommand(Io io, Places places, Clock clock) {
        this.io = io;
        this.places = places;
        this.clock = clock;
    }

    @Override
    public Integer call() throws IOException, ConfigException {
        UpdateOutcome outcome = poll(settings.resolve(io, places));
        if (format == Facts.Format.JSON) {
            UpdatePage.facts(outcome).write(io, format);
        } else if (outcome instanceof Failed failed) {
            io.err().println("bloomward agent update: " + UpdatePage.words(failed));
        } else {
            try (Output out = new Output(io.out())) {
                out.write(UpdatePage.words(outcome).getBytes(UTF_8));
            }
        }
        return outcome instanceof Failed failed ? UpdatePage.exitCode(failed.failure()) : Cli.DONE;
    }

    /// In this process, where no agent runs that could be asked to.
    private UpdateOutcome poll(Config config) throws IOException {
        HttpTransport transport = HttpTransport.of(io.environment(), config.caFile(), FetchLimits.DEFAULT,
                Cli.Version.number(), clock);
        return new Updater(transport, Store.at(config.dataDir()), config.lists(), clock).poll();
    }
}
