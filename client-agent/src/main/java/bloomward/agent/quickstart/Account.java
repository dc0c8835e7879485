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

    /// One line of what a command said.
    void said(String line) {
        out.println("     " + Printable.of(line));
    }

    /// What a command said, of which the beginning is enough.
    void said(String output, int mostLines) {
        List<String> lines = output.lines().toList();
        lines.stream().limit(mostLines).forEach(this::said);
        if (lines.size() > mostLines) {
            int more = lines.size() - mostLines;
            said("... " + more + (more == 1 ? " more line" : " more lines"));
        }
    }
}
