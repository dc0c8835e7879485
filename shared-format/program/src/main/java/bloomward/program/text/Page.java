package bloomward.program.text;

import java.util.ArrayList;
import java.util.List;

/// Lines for a person. Control characters never reach the terminal, not even in text from untrusted sources.
public final class Page {

    /// The meaning of a line, shown by its colour.
    public enum Tone {
        PLAIN(""), GOOD("\u001b[32m"), BAD("\u001b[31m"), CAREFUL("\u001b[33m"), FAINT("\u001b[2m");

        private final String begin;

        Tone(String begin) {
            this.begin = begin;
        }
    }

    private static final String END = "\u001b[0m";

    private record Line(Tone tone, String text) {}

    private final List<Line> lines = new ArrayList<>();

    public Page() {}

    public Page line(String text) {
        return line(Tone.PLAIN, text);
    }

    public Page line(Tone tone, String text) {
        lines.add(new Line(tone, Printable.of(text)));
        return this;
    }

    public Page table(Table table) {
        table.lines().forEach(this::line);
        return this;
    }

    public String toText(boolean coloured) {
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            boolean colours = coloured && !line.tone.begin.isEmpty();
            text.append(colours ? line.tone.begin + line.text + END : line.text).append('\n');
        }
        return text.toString();
    }
}
