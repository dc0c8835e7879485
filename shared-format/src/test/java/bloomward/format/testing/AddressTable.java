package bloomward.format.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The table of SAFE-BROWSING.md: entries, addresses, and the clients that warn. Each module compares the columns of the clients that
/// it has, so that each cell is checked where the client is.
public final class AddressTable {

    public static final String AGENT = "agent";
    public static final String FIREFOX_5 = "Firefox, 5";
    public static final String FIREFOX_4 = "Firefox, 4";
    public static final String DOCUMENTS_5 = "documents, 5";
    public static final String DOCUMENTS_4 = "documents, 4";
    public static final String GO = "Go";

    private static final Path PAGE = Path.of("../update-server/SAFE-BROWSING.md");
    private static final List<String> CLIENTS = List.of(AGENT, FIREFOX_5, FIREFOX_4, DOCUMENTS_5, DOCUMENTS_4, GO);
    private static final String HEAD = "| what | listed | visited | " + String.join(" | ", CLIENTS) + " |";
    private static final Pattern LISTED = Pattern.compile("`([^`]+)`( alone)?(?:, allowed `([^`]+)`)?");

    private AddressTable() {}

    /// A row.
    ///
    /// @param listed as an administrator enters it
    /// @param isAlone listed as one page alone, the exact form
    /// @param allowed an allow entry beside it
    /// @param visited as a person types it
    /// @param warnings whether a client warns, by its name
    public record Row(String what, String listed, boolean isAlone, Optional<String> allowed, String visited,
            Map<String, Boolean> warnings) {

        public Row {
            warnings = Map.copyOf(warnings);
        }

        /// Whether a client warns, as the page says.
        public boolean warns(String client) {
            Boolean warning = warnings.get(client);
            if (warning == null) {
                throw new IllegalArgumentException(client);
            }
            return warning;
        }
    }

    /// All rows. Entries differ, so that each row has a warning of its own.
    public static List<Row> rows() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int head = lines.indexOf(HEAD);
        if (head < 0) {
            throw new IOException("no table begins with " + HEAD);
        }
        List<Row> rows = new ArrayList<>();
        Set<String> listed = new HashSet<>();
        for (String line : lines.subList(head + 2, lines.size())) {
            if (!line.startsWith("|")) {
                break;
            }
            Row row = row(line);
            if (!listed.add(row.listed())) {
                throw new IOException("listed twice: " + row.listed());
            }
            rows.add(row);
        }
        return List.copyOf(rows);
    }

    private static Row row(String line) throws IOException {
        List<String> cells = Stream.of(line.substring(2).split(" \\| | \\|$", -1)).map(String::strip).toList();
        Matcher listed = LISTED.matcher(cells.get(1));
        String visited = cells.get(2);
        if (cells.size() != CLIENTS.size() + 4 || !listed.matches() || !visited.matches("`[^`]+`")) {
            throw new IOException("not a row of the table: " + line);
        }
        Map<String, Boolean> warnings = new LinkedHashMap<>();
        for (int i = 0; i < CLIENTS.size(); i++) {
            String sign = cells.get(i + 3);
            if (!sign.equals("+") && !sign.equals("-")) {
                throw new IOException("no sign: " + line);
            }
            warnings.put(CLIENTS.get(i), sign.equals("+"));
        }
        return new Row(cells.getFirst(), listed.group(1), listed.group(2) != null, Optional.ofNullable(listed.group(3)),
                visited.substring(1, visited.length() - 1).replace("\\t", "\t").replace("\\n", "\n"), warnings);
    }
}
