package bloomward.agent.cli.browser;

import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.AgentPlace;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.RequestException;
import bloomward.program.command.CommandException;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

/// A command that only a running agent can carry out.
abstract class AskingCommand implements Callable<Integer>, SettingOptions.Taker {

    final Io io;
    private final Places places;
    private final ConfigOptions settings = ConfigOptions.place();

    AskingCommand(Io io, Places places) {
        this.io = io;
        this.places = places;
    }

    @Override
    public final SettingOptions<?> settingOptions() {
        return settings.options();
    }

    @Override
    public final Integer call() throws IOException, SettingException, CommandException {
        Config config = settings.resolve(io, places);
        for (AgentPlace place : config.agents()) {
            Optional<SocketClient> connected = SocketClient.connect(place.socket());
            if (connected.isPresent()) {
                try (SocketClient agent = connected.get()) {
                    return ask(agent);
                } catch (RequestException e) {
                    throw e.code() == RequestException.Code.POLICY
                            ? CommandException.refused(String.valueOf(e.getMessage()))
                            : CommandException.error(String.valueOf(e.getMessage()));
                }
            }
        }
        throw CommandException.error("no agent is running; start it with bloomward agent run");
    }

    /// @return the exit code
    abstract int ask(SocketClient agent) throws IOException, RequestException, CommandException;
}
