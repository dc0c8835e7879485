package bloomward.program.toml;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.toml.TomlFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A table of a TOML file: names and their values, each with its line. It records the names asked for, so that a
/// misspelt one is an error instead of being silently ignored. Used by one thread.
///
/// Only this class uses the parser, so that the parser is not loaded unless there is a file.
public final class TomlTable {

    private static final int MAX_SIZE_IN_BYTES = 64 * 1024;

    private final String file;
    private final TomlLines lines;
    private final List<String> path;
    private final Map<String, Content> contents;
    private final Set<String> known = new HashSet<>();

    private TomlTable(String file, TomlLines lines, List<String> path, Map<String, Content> contents) {
        this.file = file;
        this.lines = lines;
        this.path = path;
        this.contents = contents;
    }

    /// The value of a name.
    public sealed interface Content {

        record Text(String text) implements Content {}

        record Truth(boolean truth) implements Content {}

        record Whole(long number) implements Content {}

        /// An array of strings.
        record Texts(List<String> texts) implements Content {}

        record Table(TomlTable table) implements Content {}

        /// A fraction, a date, an array of anything else.
        record Other() implements Content {}
    }

    /// Reads a file.
    public static TomlTable read(Path file) throws TomlException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_SIZE_IN_BYTES + 1);
        } catch (NoSuchFileException _) {
            throw new TomlException(file + ": no such file");
        } catch (AccessDeniedException _) {
            throw new TomlException(file + ": access denied");
        } catch (IOException e) {
            throw new TomlException(file + ": " + e.getMessage());
        }
        if (bytes.length > MAX_SIZE_IN_BYTES) {
            throw new TomlException(file + ": more than " + MAX_SIZE_IN_BYTES + " bytes");
        }
        try {
            return parse(file.toString(),
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            throw new TomlException(file + ": not UTF-8 text");
        }
    }

    /// Reads the text of a file.
    ///
    /// @param file its name in messages
    public static TomlTable parse(String file, String text) throws TomlException {
        try (JsonParser parser = new TomlFactory().createParser(text)) {
            parser.nextToken();
            return table(parser, file, new TomlLines(text), List.of());
        } catch (JsonProcessingException e) {
            throw new TomlException(file + line(e.getLocation()) + ": not TOML: "
                    + e.getOriginalMessage().lines().findFirst().orElse(""));
        } catch (IOException e) {
            throw new TomlException(file + ": " + e.getMessage());
        }
    }

    /// The parser finds some errors only after the end of the line, and is then at the start of the next one.
    private static String line(@Nullable JsonLocation at) {
        return at == null ? "" : " line " + (at.getColumnNr() <= 1 ? Math.max(1, at.getLineNr() - 1) : at.getLineNr());
    }

    private static TomlTable table(JsonParser parser, String file, TomlLines lines, List<String> path)
            throws IOException {
        Map<String, Content> contents = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            contents.put(name, content(parser, file, lines, with(path, name)));
        }
        return new TomlTable(file, lines, path, contents);
    }

    private static Content content(JsonParser parser, String file, TomlLines lines, List<String> path)
            throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> new Content.Text(parser.getText());
            case VALUE_TRUE -> new Content.Truth(true);
            case VALUE_FALSE -> new Content.Truth(false);
            case VALUE_NUMBER_INT -> whole(parser);
            case START_OBJECT -> new Content.Table(table(parser, file, lines, path));
            case START_ARRAY -> array(parser);
            default -> new Content.Other();
        };
    }

    private static Content whole(JsonParser parser) throws IOException {
        return switch (parser.getNumberType()) {
            case INT, LONG -> new Content.Whole(parser.getLongValue());
            default -> new Content.Other();
        };
    }

    private static Content array(JsonParser parser) throws IOException {
        List<String> texts = new ArrayList<>();
        boolean isOther = false;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            isOther |= parser.currentToken() != JsonToken.VALUE_STRING;
            texts.add(parser.getText());
            parser.skipChildren();
        }
        return isOther ? new Content.Other() : new Content.Texts(List.copyOf(texts));
    }

    private static List<String> with(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return List.copyOf(longer);
    }

    /// All names, in their order in the file.
    public List<String> names() {
        return List.copyOf(contents.keySet());
    }

    /// The value of a name.
    public Optional<Content> content(String name) {
        known.add(name);
        return Optional.ofNullable(contents.get(name));
    }

    /// The file and the line of a name, for messages: `FILE line 3`.
    public String place(String name) {
        return file + lines.of(with(path, name)).stream().mapToObj(line -> " line " + line).findFirst().orElse("");
    }

    public String text(String name) throws TomlException {
        Optional<String> text = optionalText(name);
        if (text.isEmpty()) {
            throw new TomlException(file + ": " + qualified(name) + " is missing");
        }
        return text.get();
    }

    /// A string that is not blank.
    public Optional<String> optionalText(String name) throws TomlException {
        Optional<Content> content = content(name);
        if (content.isEmpty()) {
            return Optional.empty();
        }
        if (content.get() instanceof Content.Text(String text) && !text.isBlank()) {
            return Optional.of(text);
        }
        throw wrong(name, "a string that is not empty");
    }

    /// An array of strings; empty if there is no such name.
    public List<String> texts(String name) throws TomlException {
        Optional<Content> content = content(name);
        if (content.isEmpty()) {
            return List.of();
        }
        if (content.get() instanceof Content.Texts(List<String> texts)) {
            return texts;
        }
        throw wrong(name, "an array of strings");
    }

    public OptionalLong number(String name, long least, long most) throws TomlException {
        Optional<Content> content = content(name);
        if (content.isEmpty()) {
            return OptionalLong.empty();
        }
        if (content.get() instanceof Content.Whole(long number) && number >= least && number <= most) {
            return OptionalLong.of(number);
        }
        throw wrong(name, "a number from " + least + " to " + most);
    }

    public Optional<TomlTable> table(String name) throws TomlException {
        Optional<Content> content = content(name);
        if (content.isEmpty()) {
            return Optional.empty();
        }
        if (content.get() instanceof Content.Table(TomlTable table)) {
            return Optional.of(table);
        }
        throw wrong(name, "a table");
    }

    /// Refuses names that were not asked for; call this last.
    public void refuseUnknown() throws TomlException {
        for (String name : contents.keySet()) {
            if (!known.contains(name)) {
                throw new TomlException(place(name) + ": unknown key " + qualified(name));
            }
        }
    }

    /// An error about the value of a name.
    public TomlException wrong(String name, String expected) {
        return new TomlException(place(name) + ": " + qualified(name) + " must be " + expected);
    }

    private String qualified(String name) {
        return String.join(".", with(path, name));
    }
}
