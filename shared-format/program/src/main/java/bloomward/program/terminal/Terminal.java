package bloomward.program.terminal;

import java.io.Console;
import java.util.Optional;

/// A terminal on which a person can be asked.
public interface Terminal {

    /// Asks a question, and waits for a line.
    ///
    /// @return empty at the end of input
    Optional<String> ask(String question);

    /// Asks for a secret, without echo.
    ///
    /// @return empty at the end of input; otherwise an array for the caller to clear
    Optional<char[]> askSecretly(String question);

    /// The terminal of this process, if standard input and output are one.
    static Optional<Terminal> ofProcess() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).map(OfConsole::new);
    }

    /// The terminal by the JDK's console.
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
