package bloomward.benchmarks;

import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.UrlExpressions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// Reads the real lists.
final class Lists {

    private Lists() {}

    /// The lines of a compressed file, one character per byte.
    static List<String> lines(Path file) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.ISO_8859_1))) {
            return lines.readAllLines();
        }
    }

    static byte[] bytes(String line) {
        return line.getBytes(StandardCharsets.ISO_8859_1);
    }

    /// The sorted distinct keys of entries: the longest expression of each; entries without one are left out.
    static long[] keys(Collection<String> entries, KeySpec spec) {
        UrlExpressions url = new UrlExpressions();
        KeyHash hash = spec.keyHash();
        return entries.stream()
                .filter(entry -> url.read(bytes(entry)).isEmpty())
                .mapToLong(_ -> spec.keyOf(hash.of(url.buffer(), url.start(0), url.end(0) - url.start(0))))
                .sorted()
                .distinct()
                .toArray();
    }
}
