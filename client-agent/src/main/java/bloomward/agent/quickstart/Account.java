package bloomward.agent.quickstart;

import bloomward.program.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The text shown to the reader: steps, commands and their output. Each line is flushed before the next action, and a
/// line that cannot be written is an error: otherwise a server would be left running unnoticed.
final class Account {

    private final OutputStream out;
    private int steps;

    Account(OutputStream out) {
        this.out = out;
    }

    void step(String title) throws IOException {
        line("");
        line(++steps + ". " + title);
    }

    void text(String line) throws IOException {
        line("   " + line);
    }

    void command(String line) throws IOException {
        line("   $ " + line);
    }

    /// One line of a command's output.
    void said(String line) throws IOException {
        line(line.isEmpty() ? "" : "     " + Printable.of(line));
    }

    /// The beginning of a command's output.
    void said(List<String> lines, int mostLines) throws IOException {
        for (String line : lines.subList(0, Math.min(lines.size(), mostLines))) {
            said(line);
        }
        if (lines.size() > mostLines) {
            int more = lines.size() - mostLines;
            said("... " + more + (more == 1 ? " more line" : " more lines"));
        }
    }

    private void line(String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
