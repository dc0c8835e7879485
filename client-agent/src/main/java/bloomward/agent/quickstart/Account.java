package bloomward.agent.quickstart;

import bloomward.format.Printable;
import java.io.PrintStream;
import java.util.List;

/// What the reader sees: steps, commands and what these said.
final class Account {

    private final PrintStream out;
    private int steps;

    Account(PrintStream out) {
        this.out = out;
    }

    void step(String title) {
        out.println();
        out.println(++steps + ". " + title);
    }

    void text(String line) {
        out.println("   " + line);
    }

    void command(String line) {
        out.println("   $ " + line);
    }

    /// What a command said, of which the beginning is enough.
    void said(String output, int mostLines) {
        List<String> lines = output.lines().toList();
        lines.stream().limit(mostLines).forEach(line -> out.println("     " + Printable.of(line)));
        if (lines.size() > mostLines) {
            out.println("     ... " + (lines.size() - mostLines) + " more lines");
        }
    }
}
