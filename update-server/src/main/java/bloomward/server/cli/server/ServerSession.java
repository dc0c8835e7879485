package bloomward.server.cli.server;

import bloomward.program.terminal.Io;
import bloomward.server.cli.client.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The surroundings of a command of `bloomward-server`, and the form of its results.
final class ServerSession {

    private final Io io;
    private final ServerOptions options;

    ServerSession(Io io, ServerOptions options) {
        this.io = io;
        this.options = options;
    }

    Io io() {
        return io;
    }

    boolean isJson() {
        return options.isJson();
    }

    String json(Object result) throws IOException {
        return Json.mapper().writeValueAsString(result);
    }

    /// Writes a result unchanged.
    void print(String text) throws IOException {
        io.out().write(text.getBytes(StandardCharsets.UTF_8));
        io.out().flush();
    }
}
