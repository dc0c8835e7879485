package bloomward.server.cli;

import bloomward.server.config.ServerActions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// What a command of `bloomward-server` works with: those who carry it out, and where results go.
final class ServerSession {

    private final Io io;
    private final ServerActions actions;
    private final ServerOptions options;

    ServerSession(Io io, ServerActions actions, ServerOptions options) {
        this.io = io;
        this.actions = actions;
        this.options = options;
    }

    Io io() {
        return io;
    }

    ServerActions actions() {
        return actions;
    }

    boolean isJson() {
        return options.isJson();
    }

    ServerActions.Output output() {
        return new ServerActions.Output(new PrintStream(io.out(), true, StandardCharsets.UTF_8), io.err(),
                options.isJson());
    }
}
