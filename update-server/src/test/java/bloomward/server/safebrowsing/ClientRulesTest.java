package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.publish.Office;
import bloomward.server.safebrowsing.rules.ClientRule;
import bloomward.server.safebrowsing.rules.DocumentRule;
import bloomward.server.safebrowsing.rules.FirefoxRule;
import bloomward.server.safebrowsing.rules.GoRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What clients of Safe Browsing warn of, by the rule of each: `target/safe-browsing-matrix.md`.
final class ClientRulesTest {

    private static final Path TABLE = Path.of("target/safe-browsing-matrix.md");
    /// The clients, in the order of the columns.
    static final Map<String, ClientRule> CLIENTS = clients();

    @TempDir
    private Path root;

    private static Map<String, ClientRule> clients() {
        Map<String, ClientRule> clients = new LinkedHashMap<>();
        clients.put("document 4", new DocumentRule(Set.of()));
        clients.put("document 5", new DocumentRule(publicSuffixes()));
        clients.put("Firefox", new FirefoxRule());
        clients.put("Go", new GoRule());
        return clients;
    }

    private static Set<String> publicSuffixes() {
        try (InputStream in = Objects
                .requireNonNull(Office.class.getResourceAsStream("/bloomward/server/guard/public_suffix_list.dat"))) {
            return new String(in.readAllBytes(), UTF_8).lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// A line of the table.
    ///
    /// @param expected a sign for each client
    private record Row(String what, String entry, String address, List<String> expected) {}

    private static List<Row> rows() throws IOException {
        try (InputStream in = Objects.requireNonNull(ClientRulesTest.class.getResourceAsStream("addresses.tsv"))) {
            return new String(in.readAllBytes(), UTF_8).lines().filter(line -> !line.startsWith("#")).map(line -> {
                String[] parts = line.split("\t", -1);
                return new Row(parts[0], parts[1],
                        parts[2].replace("\\t", "\t").replace("\\n", "\n").replace("\\\\", "\\"),
                        Arrays.asList(parts).subList(3, parts.length));
            }).toList();
        }
    }

    @Test
    void eachAddressIsFoundByEachClientThatCan() throws Exception {
        List<Row> rows = rows();
        assertThat(rows).hasSizeGreaterThan(50);
        List<String> table = new ArrayList<>(
                List.of("| entry and address | " + String.join(" | ", CLIENTS.keySet()) + " |",
                        "|---|" + "---|".repeat(CLIENTS.size())));
        List<String> differ = new ArrayList<>();
        try (Office office = new Office(root).serving(CategoryLists.USUAL)) {
            office.restart();
            office.replace(office.list("bad"), rows.stream().map(Row::entry).toArray(String[]::new));
            office.publishDone();
            Edition edition = office.commits().gateway().orElseThrow().current().orElseThrow();
            for (Row row : rows) {
                List<String> signs = new ArrayList<>();
                for (ClientRule client : CLIENTS.values()) {
                    boolean isFound = false;
                    for (String text : client.texts(new String(row.address().getBytes(UTF_8), ISO_8859_1))) {
                        isFound |= !edition.find(sha256(text)).isEmpty();
                    }
                    signs.add(isFound ? "+" : "-");
                }
                table.add("| " + row.what() + " | " + String.join(" | ", signs) + " |");
                if (!signs.equals(row.expected())) {
                    differ.add(row.what() + ": " + signs + ", expected " + row.expected());
                }
            }
        }
        Files.writeString(TABLE, String.join("\n", table) + "\n");
        assertThat(differ).isEmpty();
    }

    private static byte[] sha256(String text) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(text.getBytes(ISO_8859_1));
    }
}
