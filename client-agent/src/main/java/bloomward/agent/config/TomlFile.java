package bloomward.agent.config;

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
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A TOML file as names and values, each with its line. The only class that knows the parser, so that where there is no
/// file, none of the parser is loaded.
final class TomlFile {

    private static final int MAX_SIZE_IN_BYTES = 64 * 1024;

    private final Path file;
    private final List<String> lines;

    private TomlFile(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /// A name and what stands behind it.
    record Item(String name, Content content, int line) {}

    /// What can stand behind a name.
    sealed interface Content {}

    record Text(String text) implements Content {}

    /// An array of texts.
    record Texts(List<String> texts) implements Content {}

    record Table(List<Item> items) implements Content {}

    /// A number, a truth, a date, an array of anything else.
    record Other() implements Content {}

    /// What a file says.
    static List<Item> read(Path file) throws ConfigException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_SIZE_IN_BYTES + 1);
        } catch (NoSuchFileException _) {
            throw new ConfigException(file + ": no such file");
        } catch (AccessDeniedException _) {
            throw new ConfigException(file + ": access denied");
        } catch (IOException e) {
            throw new ConfigException(file + ": " + e.getMessage());
        }
        if (bytes.length > MAX_SIZE_IN_BYTES) {
            throw new ConfigException(file + ": more than " + MAX_SIZE_IN_BYTES + " bytes");
        }
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            throw new ConfigException(file + ": is no UTF-8 text");
        }
        return new TomlFile(file, text.lines().toList()).items(text);
    }

    private List<Item> items(String text) throws ConfigException {
        try (JsonParser parser = new TomlFactory().createParser(text)) {
            parser.nextToken();
            return table(parser, "");
        } catch (JsonProcessingException e) {
            throw new ConfigException(file + where(e.getLocation()) + ": no TOML: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new ConfigException(file + ": " + e.getMessage());
        }
    }

    private List<Item> table(JsonParser parser, String table) throws IOException {
        List<Item> items = new ArrayList<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            items.add(new Item(name, content(parser, name), lineOf(table, name)));
        }
        return items;
    }

    private Content content(JsonParser parser, String name) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> new Text(parser.getText());
            case START_OBJECT -> new Table(table(parser, name));
            case START_ARRAY -> array(parser);
            default -> new Other();
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
        return isOther ? new Other() : new Texts(texts);
    }

    /// The parser has read the end of the line when it finds some mistakes, and then stands before the next one.
    private static String where(@Nullable JsonLocation at) {
        if (at == null) {
            return "";
        }
        return " line " + (at.getColumnNr() <= 1 ? Math.max(1, at.getLineNr() - 1) : at.getLineNr());
    }

    /// Where a name of a table is first set, or else where that table begins; the parser does not say.
    ///
    /// @param table empty for what stands before any table
    private int lineOf(String table, String name) {
        Pattern header = Pattern.compile("\\s*\\[+\\s*" + quoted(table) + "\\s*[].].*");
        Pattern place = Pattern.compile("\\s*\\[*\\s*" + quoted(name) + "\\s*[=.\\]].*");
        Pattern dotted = Pattern.compile("\\s*" + quoted(table) + "\\s*[.=].*");
        boolean isInside = table.isEmpty();
        int beginning = 1;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (isInside && place.matcher(line).matches()) {
                return i + 1;
            }
            if (!table.isEmpty() && line.stripLeading().startsWith("[")) {
                isInside = header.matcher(line).matches();
                beginning = isInside ? i + 1 : beginning;
            } else if (!table.isEmpty() && dotted.matcher(line).matches() && line.contains(name)) {
                return i + 1;
            }
        }
        return beginning;
    }

    private static String quoted(String name) {
        return "[\"']?" + Pattern.quote(name) + "[\"']?";
    }
}
