package bloomward.agent.quickstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A shell, and somebody who types into it: the next line only when the one before has been answered. Closing it ends what was
/// left in the background.
final class Terminal implements AutoCloseable {

    private static final String ANSWERED = "-- answered --";

    private final Process shell;
    private final Writer keyboard;
    private final BufferedReader screen;

    Terminal(Path temporary) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh").redirectErrorStream(true);
        builder.environment().put("BLOOMWARD_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
        // Some lines install into the home.
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        builder.environment().put("HOME", temporary.toString());
        builder.environment().put("BLOOMWARD_JAVA_HOME", System.getProperty("java.home"));
        shell = builder.start();
        keyboard = shell.outputWriter();
        screen = shell.inputReader();
    }

    /// @return the output of the line; of a command in the background, the line in which it says that it is ready
    List<String> type(String line) throws IOException {
        boolean stays = line.endsWith("&");
        keyboard.write(line + "\n" + (stays ? "" : "echo '" + ANSWERED + "'\n"));
        keyboard.flush();
        List<String> answer = new ArrayList<>();
        while (true) {
            String shown = screen.readLine();
            if (shown == null) {
                throw new IOException("the shell ended: " + answer);
            }
            if (shown.equals(ANSWERED)) {
                return answer;
            }
            answer.add(shown);
            if (stays && shown.startsWith("{")) {
                return answer;
            }
        }
    }

    @Override
    public void close() throws IOException {
        List<ProcessHandle> background = shell.descendants().toList();
        background.forEach(ProcessHandle::destroy);
        keyboard.close();
        shell.onExit().join();
        for (ProcessHandle each : background) {
            each.onExit().join();
        }
    }
}
