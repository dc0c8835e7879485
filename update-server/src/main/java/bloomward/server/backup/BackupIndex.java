package bloomward.server.backup;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The index of a backup: each file by its path in the data folder, with digest and length.
///
/// ```
/// bloomward backup v1
/// made 2026-11-01T00:00:00Z
/// {64 hex digits} {length} {path}
/// ```
///
/// It detects damage, not manipulation: anyone who can change a backup can change its index too, and has the keys
/// besides.
///
/// @param made time of the backup
record BackupIndex(Instant made, Map<String, Part> parts) {

    /// The name of the index entry, which is not a path in a data folder.
    static final String NAME = "bloomward-backup";
    static final String DATABASE = "bloomward.db";
    static final String PUBLIC = "public";
    /// The contents of a data folder to keep, in the order of restoration: the roots in the public folder come last,
    /// because no server starts without them.
    static final List<String> TOPS = List.of("keys", "guards", "feeds", "kept", "confirm", DATABASE, PUBLIC);
    static final int MAX_SIZE_IN_BYTES = 256 << 20;

    private static final String FIRST_LINE = "bloomward backup v1";

    /// A file in the backup.
    record Part(Digest digest, long length) {}

    BackupIndex {
        parts = new TreeMap<>(parts);
    }

    /// Whether a path stays within a data folder.
    static boolean isSafe(String path) {
        List<String> words = List.of(path.split("/", -1));
        boolean isPlain = words.stream().noneMatch(word -> word.isEmpty() || word.equals(".") || word.equals(".."))
                && path.chars().noneMatch(c -> c == '\\' || c == ':' || c < ' ');
        return isPlain && TOPS.contains(words.getFirst()) && (words.size() == 1) == words.getFirst().equals(DATABASE);
    }

    byte[] toBytes() {
        StringBuilder text = new StringBuilder(FIRST_LINE + "\nmade " + made + "\n");
        parts.forEach((path, part) -> text.append(part.digest())
                .append(' ')
                .append(part.length())
                .append(' ')
                .append(path)
                .append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static BackupIndex parse(byte[] bytes) throws FormatException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String[] lines = text.split("\n", -1);
        if (!lines[0].startsWith("bloomward backup v")) {
            throw new FormatException(Reason.NOT_OUR_FILE, "index line 1: not the index of a backup");
        }
        if (!lines[0].equals(FIRST_LINE)) {
            throw new FormatException(Reason.TOO_NEW,
                    "index line 1: '" + lines[0] + "', expected '" + FIRST_LINE + "'");
        }
        if (lines.length < 3 || !lines[lines.length - 1].isEmpty()) {
            throw new FormatException(Reason.TRUNCATED, "index: truncated in line " + lines.length);
        }
        Map<String, Part> parts = new TreeMap<>();
        for (int i = 2; i < lines.length - 1; i++) {
            String[] words = lines[i].split(" ", 3);
            if (words.length != 3 || !words[1].matches("0|[1-9][0-9]{0,17}") || !isSafe(words[2])
                    || parts.put(words[2], new Part(Digest.parse(words[0]), Long.parseLong(words[1]))) != null) {
                throw new FormatException(Reason.MALFORMED, "index line " + (i + 1)
                        + ": not a digest, length and path in" + " a data folder, or a duplicate path");
            }
        }
        if (!parts.containsKey(DATABASE)) {
            throw new FormatException(Reason.MALFORMED, "index: without " + DATABASE);
        }
        return new BackupIndex(made(lines[1]), parts);
    }

    /// The parts that are missing from these.
    Set<String> missingIn(Set<String> found) {
        Set<String> missing = new TreeSet<>(parts.keySet());
        missing.removeAll(found);
        return missing;
    }

    private static Instant made(String line) throws FormatException {
        try {
            if (line.startsWith("made ")) {
                return Instant.parse(line.substring("made ".length()));
            }
        } catch (DateTimeException _) {
            // reported below
        }
        throw new FormatException(Reason.MALFORMED, "index line 2: not a time");
    }
}
