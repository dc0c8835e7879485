package bloomward.server.http.console;

import bloomward.format.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/// The files of the console, each read once. Their number is bounded, since only files that are there are kept.
public final class ConsoleFiles {

    /// The page that everything begins with.
    public static final String SHELL = "index.html";

    private static final String FOLDER = "pages/";
    private static final Pattern NAME = Pattern
            .compile("(?:[a-z0-9][a-z0-9-]{0,63}/){0,3}[a-z0-9][a-z0-9-]{0,63}\\.([a-z0-9]{2,5})");
    private static final Map<String, Kind> KINDS = Map.of("html", new Kind("text/html;charset=utf-8", true), "css",
            new Kind("text/css;charset=utf-8", true), "js", new Kind("text/javascript;charset=utf-8", true), "json",
            new Kind("application/json", true), "svg", new Kind("image/svg+xml", true), "png",
            new Kind("image/png", false), "ico", new Kind("image/x-icon", false), "woff2",
            new Kind("font/woff2", false));

    private final Map<String, ConsoleFile> files = new ConcurrentHashMap<>();

    private record Kind(String mediaType, boolean isText) {}

    /// Finds a file.
    ///
    /// @param name as in the address, unescaped; untrusted
    public Optional<ConsoleFile> find(String name) {
        var parts = NAME.matcher(name);
        if (!parts.matches()) {
            return Optional.empty();
        }
        ConsoleFile known = files.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Kind> kind = Optional.ofNullable(KINDS.get(parts.group(1)));
        Optional<ConsoleFile> read = kind.flatMap(each -> read(name, each));
        read.ifPresent(file -> files.put(name, file));
        return read;
    }

    private static Optional<ConsoleFile> read(String name, Kind kind) {
        try (InputStream in = ConsoleFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] bytes = in.readAllBytes();
            String etag = Digest.of(bytes).toHex().substring(0, 32);
            return Optional.of(new ConsoleFile(kind.mediaType(), etag, bytes,
                    kind.isText() ? Optional.of(compressed(bytes)) : Optional.empty()));
        } catch (IOException e) {
            throw new UncheckedIOException("file " + name + " of the console", e);
        }
    }

    private static byte[] compressed(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }
}
