package bloomward.agent.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.cli.io.OutputOption;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.store.Store;
import bloomward.agent.store.TrustedState;
import bloomward.agent.store.TrustedState.TrustedSet;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.Updater;
import bloomward.format.FormatException;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.command.Version;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `bloomward agent update`: one poll.
@Command(name = "update", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {"Asks the server for newer lists and installs them, through the running agent if there is one.",
            "Without a running agent, does nothing if the server was asked within the poll interval, so that it can be "
                    + "run at any time.",
            "Exit code: 0 up to date, 1 the update was refused, 2 the server was not reached or this machine failed."},
        footer = {"", "Example: bloomward agent update --now"})
final class AgentUpdateCommand extends AgentCommand {

    @Option(names = "--now", description = "Ask the server even within the poll interval.")
    private boolean isNow;

    @Mixin
    private OutputOption output = new OutputOption();

    AgentUpdateCommand(Io io, Places places) {
        super(io, places, ConfigOptions.asking());
    }

    @Override
    public Integer call() throws IOException, SettingException, FormatException, CommandException {
        Config config = settings.resolve(io, places);
        Optional<SocketClient> agent = SocketClient.connect(config.socket());
        if (agent.isPresent()) {
            try (SocketClient running = agent.get()) {
                return askedAgent(running);
            }
        }
        Store store = Store.at(config.dataDir());
        Instant now = clock.instant();
        Optional<Instant> asked = store.state().flatMap(TrustedState::set).map(TrustedSet::checkedAt);
        if (!isNow && asked.isPresent() && now.isBefore(asked.get().plus(config.pollInterval()))) {
            return notYet(asked.get());
        }
        return polled(poll(config, store));
    }

    private int notYet(Instant asked) throws IOException {
        return told(new Facts().put("outcome", "unchanged").put("askedAt", asked.toString()),
                "the server was asked at " + asked + "; pass --now to ask again\n", ExitCode.DONE);
    }

    private int polled(UpdateOutcome outcome) throws IOException {
        return outcome instanceof Failed failed
                ? told(UpdatePage.facts(outcome), UpdatePage.words(failed), UpdatePage.exitCode(failed.failure()))
                : told(UpdatePage.facts(outcome), UpdatePage.words(outcome), ExitCode.DONE);
    }

    /// The running agent polls for all: it holds the store, and knows how long the server asked not to be polled.
    private int askedAgent(SocketClient agent) throws IOException, CommandException {
        try {
            AgentStatus.PastPoll poll = agent.update();
            Facts facts = new Facts().put("outcome", poll.isGood() ? poll.outcome() : "failed");
            if (poll.isGood()) {
                return told(facts.put("message", poll.message()), "the agent asked: " + poll.message() + "\n",
                        ExitCode.DONE);
            }
            Failure failure = Failure.valueOf(poll.outcome().toUpperCase(Locale.ROOT));
            return told(facts.put("failure", poll.outcome()).put("message", poll.message()),
                    UpdatePage.words(new Failed(failure, poll.message(), Optional.empty())),
                    UpdatePage.exitCode(failure));
        } catch (RequestException e) {
            throw CommandException.error("the running agent: " + e.getMessage());
        }
    }

    /// Failures go to the error stream.
    private int told(Facts facts, String words, int exitCode) throws IOException {
        if (output.isJson()) {
            facts.write(io, output.format());
        } else if (exitCode != ExitCode.DONE) {
            io.err().println("bloomward agent update: " + words);
        } else {
            try (Output out = new Output(io.out())) {
                out.write(words.getBytes(UTF_8));
            }
        }
        return exitCode;
    }

    private UpdateOutcome poll(Config config, Store store) throws IOException {
        HttpTransport transport = HttpTransport.ofCommand(io.environment(), config.caFile(), FetchLimits.DEFAULT,
                Version.number(), clock);
        return new Updater(transport, store, config.lists(), clock)
                .poll(config.server().map(Enrollment::base).stream().toList());
    }
}
