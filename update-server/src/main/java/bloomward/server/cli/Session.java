package bloomward.server.cli;

import bloomward.program.text.Printable;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/// What a command of `bloomward-admin` works with: the server, the person, and where results go.
final class Session {

    private final Io io;
    private final GlobalOptions options;

    Session(Io io, GlobalOptions options) {
        this.io = io;
        this.options = options;
    }

    Io io() {
        return io;
    }

    /// The server; close it after use.
    AdminApi open() throws IOException, CommandException {
        return new Connection(io, options).open();
    }

    /// Gives the result: the record itself as JSON, or what `page` makes of it.
    void show(Object result, Consumer<Page> page) throws IOException {
        byte[] bytes;
        if (options.isJson()) {
            bytes = (Json.mapper().writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8);
        } else {
            Page lines = new Page();
            page.accept(lines);
            bytes = lines.toText(io.isColourful()).getBytes(StandardCharsets.UTF_8);
        }
        io.out().write(bytes);
        io.out().flush();
    }

    /// Says something beside the result.
    void say(String text) {
        io.err().println(Printable.of(text));
    }

    void say(Consumer<Page> page) {
        Page lines = new Page();
        page.accept(lines);
        io.err().print(lines.toText(io.isColourful()));
        io.err().flush();
    }

    /// Goes on only if the person in front of it says yes.
    ///
    /// @param shown what the person must see before
    void confirm(String question, Consumer<Page> shown) throws CommandException {
        Terminal terminal = terminal("--yes does it without asking");
        say(shown);
        Optional<String> answer = terminal.ask(question + " [y/N] ");
        if (answer.isEmpty() || !answer.get().strip().matches("(?i)y|yes")) {
            throw CommandException.refused("not confirmed; nothing was done");
        }
    }

    /// @param hint what helps where there is none
    Terminal terminal(String hint) throws CommandException {
        return io.terminal()
                .orElseThrow(() -> CommandException.error("nobody to ask: this is no terminal\n" + hint));
    }
}
