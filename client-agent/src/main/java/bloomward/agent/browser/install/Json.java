package bloomward.agent.browser.install;

import bloomward.agent.install.InstallException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// A JSON value that keeps what it does not understand: order, and numbers as they are spelt. Immutable.
sealed interface Json {

    /// An object.
    record Members(SequencedMap<String, Json> values) implements Json {

        public Members {
            values = new LinkedHashMap<>(values);
        }

        @Override
        public SequencedMap<String, Json> values() {
            return new LinkedHashMap<>(values);
        }

        Optional<Json> get(String name) {
            return Optional.ofNullable(values.get(name));
        }

        /// The same with another or a further member.
        Members with(String name, Json value) {
            SequencedMap<String, Json> changed = values();
            changed.put(name, value);
            return new Members(changed);
        }

        Members without(String name) {
            SequencedMap<String, Json> changed = values();
            changed.remove(name);
            return new Members(changed);
        }
    }

    /// An array.
    record Items(List<Json> values) implements Json {

        public Items {
            values = List.copyOf(values);
        }
    }

    /// A string.
    record Text(String value) implements Json {}

    /// A number, `true`, `false` or `null`, as it is spelt.
    record Literal(String value) implements Json {}

    /// An object without members.
    static Members object() {
        return new Members(new LinkedHashMap<>());
    }

    static Json of(String text) {
        return new Text(text);
    }

    static Json of(boolean truth) {
        return new Literal(Boolean.toString(truth));
    }

    static Json of(long number) {
        return new Literal(Long.toString(number));
    }

    static Json of(List<String> texts) {
        return new Items(texts.stream().map(Json::of).toList());
    }

    /// Reads one value as Firefox does: strictly.
    ///
    /// @param place of the file, for messages
    /// @throws InstallException if it is not JSON, or a name occurs twice in an object; the message says where
    static Json parse(byte[] text, String place) throws InstallException {
        return parse(JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build(), text, place);
    }

    /// Reads one value as Chromium does: comments and trailing commas are accepted.
    static Json parseLenient(byte[] text, String place) throws InstallException {
        return parse(JsonFactory.builder()
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .build(), text, place);
    }

    private static Json parse(JsonFactory factory, byte[] text, String place) throws InstallException {
        try (JsonParser parser = factory.createParser(text)) {
            if (parser.nextToken() == null) {
                throw new InstallException(place + ": empty, and so not JSON");
            }
            Json value = read(parser);
            if (parser.nextToken() != null) {
                throw new InstallException(
                        place + ", " + at(parser.currentLocation().getLineNr(), parser.currentLocation().getColumnNr())
                                + ": not JSON: more than one value");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new InstallException(place + ", " + at(e.getLocation().getLineNr(), e.getLocation().getColumnNr())
                    + ": not JSON: " + e.getOriginalMessage().lines().findFirst().orElse(""));
        } catch (IOException e) {
            throw new InstallException(place + ": not JSON: " + e.getMessage());
        }
    }

    private static String at(int line, int column) {
        return "line " + line + ", column " + column;
    }

    private static Json read(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                SequencedMap<String, Json> members = new LinkedHashMap<>();
                while (parser.nextToken() != com.fasterxml.jackson.core.JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.put(name, read(parser));
                }
                yield new Members(members);
            }
            case START_ARRAY -> {
                List<Json> items = new ArrayList<>();
                while (parser.nextToken() != com.fasterxml.jackson.core.JsonToken.END_ARRAY) {
                    items.add(read(parser));
                }
                yield new Items(items);
            }
            case VALUE_STRING -> new Text(parser.getText());
            default -> new Literal(parser.getText());
        };
    }

    /// The text as a person writes it: two blanks for each level, and a line end.
    default String pretty() {
        StringBuilder text = new StringBuilder();
        write(this, "", text);
        return text.append('\n').toString();
    }

    /// The same text in one line, for messages.
    default String oneLine() {
        return pretty().strip().replaceAll("\\s*\\n\\s*", " ");
    }

    private static void write(Json value, String indent, StringBuilder text) {
        String deeper = indent + "  ";
        switch (value) {
            case Text(String string) -> quote(string, text);
            case Literal(String literal) -> text.append(literal);
            case Items(List<Json> items) -> {
                String before = "[";
                for (Json item : items) {
                    text.append(before).append('\n').append(deeper);
                    write(item, deeper, text);
                    before = ",";
                }
                text.append(items.isEmpty() ? "[]" : "\n" + indent + "]");
            }
            case Members members -> {
                String before = "{";
                for (Map.Entry<String, Json> member : members.values.entrySet()) {
                    text.append(before).append('\n').append(deeper);
                    quote(member.getKey(), text);
                    text.append(": ");
                    write(member.getValue(), deeper, text);
                    before = ",";
                }
                text.append(members.values.isEmpty() ? "{}" : "\n" + indent + "}");
            }
        }
    }

    private static void quote(String string, StringBuilder text) {
        text.append('"');
        JsonStringEncoder.getInstance().quoteAsString(string, text);
        text.append('"');
    }
}
