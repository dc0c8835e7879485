package bloomward.program.terminal;

import java.io.Console;
import java.util.Optional;

/// A person who can be asked.
public interface Terminal {

    /// Asks, and waits for a line.
    ///
    /// @return empty if the person has gone
    Optional<String> ask(String question);

    /// Asks for what must not be seen.
    ///
    /// @return empty if the person has gone; otherwise an array for the caller to clear
    Optional<char[]> askSecretly(String question);

    /// The terminal of this process, if standard input and output are one.
    static Optional<Terminal> ofProcess() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).map(OfConsole::new);
    }

    /// The JDK's.
    record OfConsole(Console console) implements Terminal {

        @Override
        public Optional<String> ask(String question) {
            return Optional.ofNullable(console.readLine("%s", question));
        }

        @Override
        public Optional<char[]> askSecretly(String question) {
            return Optional.ofNullable(console.readPassword("%s", question));
        }
    }
}
