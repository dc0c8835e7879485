package bloomward.agent.cli.io;

import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import bloomward.program.text.Printable;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// Named values in order, shown as text or written as JSON.
public final class Facts {

    /// The forms in which facts are written.
    public enum Format {
        HUMAN, JSON
    }

    /// A value that can be shown.
    private sealed interface Value {}

    private record Whole(long value) implements Value {}

    private record Real(double value) implements Value {}

    private record Unsigned(long value) implements Value {}

    private record Text(String value) implements Value {}

    private record Nothing() implements Value {}

    private record Truth(boolean value) implements Value {}

    private record Table(List<Facts> rows) implements Value {}

    private final Map<String, Value> values = new LinkedHashMap<>();

    public Facts put(String name, long value) {
        values.put(name, new Whole(value));
        return this;
    }

    /// A number from 0 to 2^64 - 1.
    public Facts putUnsigned(String name, long value) {
        values.put(name, new Unsigned(value));
        return this;
    }

    /// Adds an absent number.
    public Facts putNothing(String name) {
        values.put(name, new Nothing());
        return this;
    }

    public Facts put(String name, double value) {
        values.put(name, new Real(value));
        return this;
    }

    public Facts put(String name, String value) {
        values.put(name, new Text(value));
        return this;
    }

    public Facts put(String name, boolean value) {
        values.put(name, new Truth(value));
        return this;
    }

    /// Adds rows that all have the same names. Without a row, the text has nothing of them; JSON has an empty array.
    public Facts put(String name, List<Facts> rows) {
        values.put(name, new Table(List.copyOf(rows)));
        return this;
    }

    public void write(Io io, Format format) throws IOException {
        try (Output out = new Output(io.out())) {
            write(out, format);
        }
    }

    /// Leaves the stream open.
    public void write(OutputStream out, Format format) throws IOException {
        switch (format) {
            case HUMAN -> out.write(toText().getBytes(StandardCharsets.UTF_8));
            case JSON -> {
                JsonLines lines = new JsonLines(out);
                writeTo(lines.generator());
                lines.endLine();
                lines.flush();
            }
        }
        out.flush();
    }

    private void writeTo(JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, Value> fact : values.entrySet()) {
            json.writeFieldName(fact.getKey());
            switch (fact.getValue()) {
                case Whole(long value) -> json.writeNumber(value);
                case Real(double value) -> json.writeNumber(value);
                case Unsigned(long value) -> json.writeNumber(Long.toUnsignedString(value));
                case Nothing _ -> json.writeNull();
                case Text(String value) -> json.writeString(value);
                case Truth(boolean value) -> json.writeBoolean(value);
                case Table(List<Facts> rows) -> {
                    json.writeStartArray();
                    for (Facts row : rows) {
                        row.writeTo(json);
                    }
                    json.writeEndArray();
                }
            }
        }
        json.writeEndObject();
    }

    private String toText() {
        StringBuilder text = new StringBuilder();
        int width = values.keySet().stream().mapToInt(String::length).max().orElse(0);
        values.forEach((name, value) -> {
            if (value instanceof Table(List<Facts> rows)) {
                appendTable(text, name, rows);
            } else {
                text.append(name).append(" ".repeat(width - name.length() + 2)).append(shown(value)).append('\n');
            }
        });
        return text.toString();
    }

    /// Texts are left-aligned, numbers right-aligned.
    private static void appendTable(StringBuilder text, String title, List<Facts> rows) {
        if (rows.isEmpty()) {
            return;
        }
        text.append(text.isEmpty() ? "" : "\n").append(title).append('\n');
        List<String> lines = new ArrayList<>(Collections.nCopies(rows.size() + 1, ""));
        for (String name : rows.getFirst().values.keySet()) {
            List<Value> values = rows.stream().map(row -> row.values.getOrDefault(name, new Nothing())).toList();
            List<String> column = Stream.concat(Stream.of(name), values.stream().map(Facts::shown)).toList();
            int width = column.stream().mapToInt(String::length).max().orElse(0);
            boolean isText = values.stream().allMatch(value -> value instanceof Text);
            for (int i = 0; i < column.size(); i++) {
                String blanks = " ".repeat(width - column.get(i).length());
                lines.set(i, lines.get(i) + "  " + (isText ? column.get(i) + blanks : blanks + column.get(i)));
            }
        }
        lines.forEach(line -> text.append(line.stripTrailing()).append('\n'));
    }

    private static String shown(Value value) {
        return switch (value) {
            case Whole(long whole) -> String.format(Locale.ROOT, "%,d", whole);
            case Real(double real) -> String.format(Locale.ROOT, real != 0 && real < 0.01 ? "%.3e" : "%.3f", real);
            case Text(String words) -> Printable.of(words);
            case Unsigned(long whole) -> Long.toUnsignedString(whole);
            case Nothing _ -> "-";
            case Truth(boolean truth) -> truth ? "yes" : "no";
            case Table _ -> "";
        };
    }
}
