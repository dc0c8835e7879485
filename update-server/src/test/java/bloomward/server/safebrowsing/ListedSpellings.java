package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import bloomward.server.safebrowsing.rules.ClientRule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Looks for each entry of real lists by the rule of each client: as the list spells it, and as a browser has its address. Not
/// part of the build, because it needs the lists:
///
/// ```
/// mvn -o -q test -pl update-server -am -Dtest=ListedSpellings -Dsurefire.failIfNoSpecifiedTests=false -Dlists=FOLDER
/// ```
///
/// Prints some of what is not found, and the table, which is `target/listed-spellings.md`, too. As typed, some are not
/// found: backslashes, and names in capitals that are not ASCII, are no spellings that a program hands to such a client. As a
/// browser has them, all are, but for the three exceptions of SAFE-BROWSING.md.
final class ListedSpellings {

    private static final int SHOWN = 5;

    /// What became of the lines of a list.
    private static final class Count {

        private long entries;
        private long otherwise;
        private long unjudgeable;
        private final Map<String, Long> missedAsTyped = new LinkedHashMap<>();
        private final Map<String, Long> excepted = new LinkedHashMap<>();
        private long missed;
    }

    @Test
    void areFoundByEachClient() throws Exception {
        Path folder = Path.of(System.getProperty("lists", "")).toAbsolutePath();
        List<String> table = new ArrayList<>(
                List.of("| list | entries | of these spelt in several ways | no address | not found as typed: "
                        + String.join(", ", ClientRulesTest.CLIENTS.keySet())
                        + " | exceptions, as a browser has them | others |", "|---|---|---|---|---|---|---|"));
        long missed = 0;
        try (Stream<Path> all = Files.list(folder)) {
            for (Path list : all.filter(file -> file.toString().endsWith(".txt.gz")).sorted().toList()) {
                Count count = count(list);
                table.add("| %s | %,d | %,d | %,d | %s | %s | %,d |".formatted(list.getFileName(), count.entries,
                        count.otherwise, count.unjudgeable, figures(count.missedAsTyped), figures(count.excepted),
                        count.missed));
                missed += count.missed;
            }
        }
        Files.write(Path.of("target/listed-spellings.md"), table);
        System.out.println(String.join("\n", table));
        assertThat(table).hasSizeGreaterThan(2);
        assertThat(missed).isZero();
    }

    private static String figures(Map<String, Long> counts) {
        return String.join(", ",
                ClientRulesTest.CLIENTS.keySet()
                        .stream()
                        .map(client -> "%,d".formatted(counts.getOrDefault(client, 0L)))
                        .toList());
    }

    private static Count count(Path list) throws IOException {
        Count count = new Count();
        try (InputStream file = Files.newInputStream(list);
                BufferedReader in = new BufferedReader(new InputStreamReader(new GZIPInputStream(file), ISO_8859_1))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String entry = line.replaceFirst("^[-+](?=[^@])", "")
                        .replaceFirst("^\\|\\|", "")
                        .replaceFirst("\\^?(\\$(all|document))?$", "");
                if (!entry.isEmpty() && !entry.startsWith("@ ") && !entry.startsWith("#") && !entry.startsWith("!")) {
                    count(entry, count);
                }
            }
        }
        return count;
    }

    private static void count(String entry, Count count) {
        UrlExpressions url = new UrlExpressions();
        if (url.read(entry.getBytes(ISO_8859_1)).isPresent()) {
            count.unjudgeable++;
            return;
        }
        count.entries++;
        String expression = new String(url.buffer(), 1, url.end() - 1, ISO_8859_1);
        Set<String> listed = Spellings.of(new Expression(expression));
        count.otherwise += listed.size() > 1 ? 1 : 0;
        String typed = entry.matches("(?is)(https?|ftp|wss?):.*") ? entry : "http://" + entry;
        for (Map.Entry<String, ClientRule> client : ClientRulesTest.CLIENTS.entrySet()) {
            if (Collections.disjoint(client.getValue().texts(typed), listed)) {
                count.missedAsTyped.merge(client.getKey(), 1L, Long::sum);
                String opened = ClientRule.opened(typed);
                if (Collections.disjoint(client.getValue().texts(opened), listed)) {
                    if (isException(client.getKey(), opened)) {
                        count.excepted.merge(client.getKey(), 1L, Long::sum);
                    } else if (++count.missed <= SHOWN) {
                        System.out.println(client.getKey() + ": " + opened + ": " + client.getValue().texts(opened)
                                + ", listed " + listed);
                    }
                }
            }
        }
    }

    /// An empty query of a directory, which Go drops; dots that are escaped twice, which Firefox does not resolve, and escapes
    /// of escapes in a query, which it unescapes once.
    private static boolean isException(String client, String opened) {
        return client.equals("Go")
                ? opened.endsWith("/?")
                : client.equals("Firefox") && opened.matches("(?s).*(%%32%65|\\?.*%25[0-9A-Fa-f]{2}).*");
    }
}
