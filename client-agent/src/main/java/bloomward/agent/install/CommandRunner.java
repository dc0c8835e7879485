package bloomward.agent.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Runs other programs, such as systemctl.
@FunctionalInterface
public interface CommandRunner {

    /// How a program ended.
    ///
    /// @param exitCode zero if all is well
    /// @param words what it said, on whichever stream
    record Ended(int exitCode, String words) {

        /// Whether all is well.
        public boolean isDone() {
            return exitCode == 0;
        }
    }

    /// Runs a program and waits for its end.
    ///
    /// @throws IOException if there is no such program
    Ended run(List<String> command) throws IOException;

    /// Runs real programs, which get no input.
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
