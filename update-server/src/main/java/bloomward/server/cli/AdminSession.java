package bloomward.server.cli;

import bloomward.program.command.CommandException;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Terminal;
import bloomward.program.text.Page;
import bloomward.program.text.Printable;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Consumer;

/// The surroundings of a `bloomward-admin` command: the server, the person, and the output.
public final class AdminSession {

    private final Io io;
    private final GlobalOptions options;
    private final SecureRandom random = new SecureRandom();

    public AdminSession(Io io, GlobalOptions options) {
        this.io = io;
        this.options = options;
    }

    public Io io() {
        return io;
    }

    /// The source of keys.
    public SecureRandom random() {
        return random;
    }

    /// The server; close it after use.
    public AdminApi open() throws IOException, CommandException {
        return new Connection(io, options).open();
    }

    public boolean isJson() {
        return options.isJson();
    }

    public GlobalOptions.Format format() {
        return options.format();
    }

    /// Writes a part of a result that is too long to be held.
    public void write(String part) throws IOException {
        io.out().write(part.getBytes(StandardCharsets.UTF_8));
        io.out().flush();
    }

    /// Writes the result: the record itself as JSON, or the text made by `page`.
    public void show(Object result, Consumer<Page> page) throws IOException {
        byte[] bytes;
        if (options.isJson()) {
            bytes = (Json.mapper().writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8);
        } else {
            Page lines = new Page();
            page.accept(lines);
            bytes = lines.toText(io.isColourful(), io.width().orElse(Integer.MAX_VALUE))
                    .getBytes(StandardCharsets.UTF_8);
        }
        io.out().write(bytes);
        io.out().flush();
    }

    /// Writes a message besides the result.
    public void say(String text) {
        io.err().println(Printable.of(text));
    }

    public void say(Consumer<Page> page) {
        Page lines = new Page();
        page.accept(lines);
        io.err().print(lines.toText(io.isColourful(), io.width().orElse(Integer.MAX_VALUE)));
        io.err().flush();
    }

    /// Asks for confirmation, and throws unless the answer is yes.
    ///
    /// @param shown shown before the question
    public void confirm(String question, Consumer<Page> shown) throws CommandException {
        Terminal terminal = terminal("confirmation", "Pass --yes to confirm in advance.");
        say(shown);
        Optional<String> answer = terminal.ask(question + " [y/N] ");
        if (answer.isEmpty() || !answer.get().strip().matches("(?i)y|yes")) {
            throw CommandException.refused("not confirmed; nothing was changed");
        }
    }

    /// @param needed the input needed from the person
    /// @param hint the alternative to a terminal
    public Terminal terminal(String needed, String hint) throws CommandException {
        return io.terminal()
                .orElseThrow(() -> CommandException.error(needed + " needed, but this is not a terminal\n" + hint));
    }
}
