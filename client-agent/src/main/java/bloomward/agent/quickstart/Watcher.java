package bloomward.agent.quickstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// A small process that outlives a killed quickstart and ends its programs. A kill cannot be caught, but however a quickstart
/// ends, the kernel closes the pipe between the two.
///
/// @param process a shell that waits for a line, or for the end of the pipe
record Watcher(Process process) {

    /// @param register of the programs to end; their starter is its first line, and is skipped
    static Watcher start(Register register) throws IOException {
        return new Watcher(new ProcessBuilder("sh", "-c",
                "read -r _ && exit; exec <\"$0\"; read -r _; while read -r pid _; do kill \"$pid\"; done",
                register.file().toString()).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /// Ends the watcher when no program runs any more.
    void dismiss() throws InterruptedException {
        try (var pipe = process.getOutputStream()) {
            pipe.write("done\n".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // ended already, by a signal to all processes of the terminal
        }
        process.waitFor();
    }
}
