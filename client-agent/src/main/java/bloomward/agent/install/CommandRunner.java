package bloomward.agent.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Runs other programs, such as systemctl.
@FunctionalInterface
public interface CommandRunner {

    /// The result of a program.
    ///
    /// @param exitCode zero on success
    /// @param words its output, on either stream
    record Ended(int exitCode, String words) {

        /// Whether the program succeeded.
        public boolean isDone() {
            return exitCode == 0;
        }
    }

    /// Runs a program and waits for its end.
    ///
    /// @throws IOException if the program does not exist
    Ended run(List<String> command) throws IOException;

    /// Runs real programs, without input.
    static CommandRunner ofProcesses() {
        return command -> {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            try {
                return new Ended(process.waitFor(), words);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while " + command.getFirst() + " was running", e);
            }
        };
    }
}
