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

    private sealed interface Part {}

    private record Line(Tone tone, String text) implements Part {}

    private record Rows(Table table) implements Part {}

    private final List<Part> parts = new ArrayList<>();

    public Page() {}

    public Page line(String text) {
        return line(Tone.PLAIN, text);
    }

    public Page line(Tone tone, String text) {
        parts.add(new Line(tone, Printable.of(text)));
        return this;
    }

    public Page table(Table table) {
        parts.add(new Rows(table));
        return this;
    }

    public String toText(boolean coloured) {
        return toText(coloured, Integer.MAX_VALUE);
    }

    /// @param room characters in a line of a table
    public String toText(boolean coloured, int room) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Line(Tone tone, String words) -> {
                    boolean colours = coloured && !tone.begin.isEmpty();
                    text.append(colours ? tone.begin + words + END : words).append('\n');
                }
                case Rows(Table table) -> table.lines(room).forEach(line -> text.append(line).append('\n'));
            }
        }
        return text.toString();
    }
}
