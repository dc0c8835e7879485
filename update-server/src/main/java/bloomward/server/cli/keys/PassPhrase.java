package bloomward.server.cli.keys;

import bloomward.program.command.CommandException;
import bloomward.program.terminal.Terminal;
import bloomward.program.text.Printable;
import bloomward.server.cli.AdminSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Pass phrases of key files: from a file, or from the person at the terminal. Who gets one clears it.
final class PassPhrase {

    private static final int MAX_SIZE_IN_BYTES = 1024;
    private static final String HINT = "Give the pass phrase by --passphrase-file FILE.";

    private PassPhrase() {}

    /// The one that opens a key.
    static char[] forOpening(Path key, Optional<Path> file, AdminSession session) throws IOException, CommandException {
        if (file.isPresent()) {
            return fromFile(file.get(), session);
        }
        return session.terminal(HINT)
                .askSecretly("Pass phrase of " + Printable.of(key.toString()) + ": ")
                .orElseThrow(() -> CommandException.refused("no pass phrase given; nothing was signed"));
    }

    /// One for a new key; the terminal asks twice. Empty if none is wanted, or nobody is there to say one.
    static char[] forNewKey(Optional<Path> file, AdminSession session) throws IOException, CommandException {
        if (file.isPresent()) {
            return fromFile(file.get(), session);
        }
        if (session.io().terminal().isEmpty()) {
            return new char[0];
        }
        Terminal terminal = session.io().terminal().get();
        char[] first = asked(terminal, "Pass phrase for the new key (empty for none): ");
        char[] again = asked(terminal, "Once more: ");
        boolean isSame = Arrays.equals(first, again);
        Arrays.fill(again, '\0');
        if (!isSame) {
            Arrays.fill(first, '\0');
            throw CommandException.refused("the two differ; no key was made");
        }
        return first;
    }

    private static char[] asked(Terminal terminal, String question) throws CommandException {
        return terminal.askSecretly(question)
                .orElseThrow(() -> CommandException.refused("no pass phrase given; no key was made"));
    }

    /// The first line.
    private static char[] fromFile(Path file, AdminSession session) throws IOException, CommandException {
        char[] passPhrase = SmallFile.text(file, session.io().in(), MAX_SIZE_IN_BYTES)
                .lines()
                .findFirst()
                .orElse("")
                .toCharArray();
        if (passPhrase.length == 0) {
            throw CommandException.error(file + ": its first line, the pass phrase, is empty");
        }
        return passPhrase;
    }
}
