package bloomward.agent.quickstart;

import bloomward.program.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What the reader sees: steps, commands and what these said. Each line is out before the next thing is done, and one that
/// cannot be written is an error: nobody would know of a server that stays after that.
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

    /// One line of what a command said.
    void said(String line) throws IOException {
        line(line.isEmpty() ? "" : "     " + Printable.of(line));
    }

    /// What a command said, of which the beginning is enough.
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
