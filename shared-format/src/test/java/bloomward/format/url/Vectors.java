package bloomward.format.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Tables of URLs and their expected results: a row a line, columns parted by TAB, `;;` before a remark. In a column
/// `\xHH` is a byte; all else is UTF-8.
public final class Vectors {

    private static final Pattern BYTE = Pattern.compile("\\\\x([0-9a-f]{2})|[^\\\\]|\\\\", Pattern.DOTALL);

    private Vectors() {}

    static List<List<String>> read(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(Vectors.class.getResourceAsStream("/vectors/" + name), name)) {
            return new String(file.readAllBytes(), UTF_8).lines()
                    .filter(line -> !line.startsWith(";;") && !line.isEmpty())
                    .map(line -> List.of(line.split("\t", -1)))
                    .toList();
        }
    }

    public static byte[] bytes(String column) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Matcher next = BYTE.matcher(column);
        while (next.find()) {
            bytes.writeBytes(
                    next.group(1) == null ? next.group().getBytes(UTF_8) : HexFormat.of().parseHex(next.group(1)));
        }
        return bytes.toByteArray();
    }

    /// The text that [#bytes] reads as these bytes.
    public static String escape(byte[] bytes) {
        return new String(bytes, ISO_8859_1).chars()
                .mapToObj(c -> c > 0x20 && c < 0x7f ? Character.toString(c) : String.format("\\x%02x", c))
                .collect(Collectors.joining());
    }
}
