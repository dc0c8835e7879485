package bloomward.server.cli.keys;

import bloomward.program.command.CommandException;
import bloomward.program.terminal.Terminal;
import bloomward.program.text.Printable;
import bloomward.server.cli.AdminSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Reads pass phrases of key files, from a file or from the terminal. The caller clears them.
final class PassPhrase {

    private static final int MAX_SIZE_IN_BYTES = 1024;
    private static final String HINT = "Use --passphrase-file FILE.";

    private PassPhrase() {}

    /// Reads the pass phrase of an existing key.
    static char[] forOpening(Path key, Optional<Path> file, AdminSession session) throws IOException, CommandException {
        if (file.isPresent()) {
            return fromFile(file.get(), session);
        }
        return session.terminal("pass phrase", HINT)
                .askSecretly("Pass phrase of " + Printable.of(key.toString()) + ": ")
                .orElseThrow(() -> CommandException.refused("no pass phrase given; nothing was signed"));
    }

    /// Reads a pass phrase for a new key; the terminal asks twice. Empty if none is wanted, or without a terminal.
    static char[] forNewKey(Optional<Path> file, AdminSession session) throws IOException, CommandException {
        if (file.isPresent()) {
            return fromFile(file.get(), session);
        }
        if (session.io().terminal().isEmpty()) {
            return new char[0];
        }
        Terminal terminal = session.io().terminal().get();
        char[] first = asked(terminal, "Pass phrase for the new key (empty for none): ");
        char[] again = asked(terminal, "Repeat the pass phrase: ");
        boolean isSame = Arrays.equals(first, again);
        Arrays.fill(again, '\0');
        if (!isSame) {
            Arrays.fill(first, '\0');
            throw CommandException.refused("the pass phrases differ; no key was made");
        }
        return first;
    }

    private static char[] asked(Terminal terminal, String question) throws CommandException {
        return terminal.askSecretly(question)
                .orElseThrow(() -> CommandException.refused("no pass phrase given; no key was made"));
    }

    /// The first line of the file.
    private static char[] fromFile(Path file, AdminSession session) throws IOException, CommandException {
        char[] passPhrase = SmallFile.text(file, session.io().in(), MAX_SIZE_IN_BYTES)
                .lines()
                .findFirst()
                .orElse("")
                .toCharArray();
        if (passPhrase.length == 0) {
            throw CommandException.error(file + ": the first line, which holds the pass phrase, is empty");
        }
        return passPhrase;
    }
}
