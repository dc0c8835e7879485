package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.AddressTable;
import bloomward.server.publish.Office;
import bloomward.server.safebrowsing.rules.ClientRule;
import bloomward.server.safebrowsing.rules.DocumentRule;
import bloomward.server.safebrowsing.rules.FirefoxRule;
import bloomward.server.safebrowsing.rules.GoRule;
import bloomward.server.store.ListRow;
import java.io.IOException;
import java.io.InputStream;
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

/// Programs that use the API, by the table of SAFE-BROWSING.md: each updates its list, looks up what its rule makes of an
/// address, and asks about what it finds. Firefox is held to the table by its own test; here the rule that stands for it in
/// [ListedSpellings] is.
final class ClientRulesTest {

    /// The columns of the table that each rule is held to.
    private static final Map<String, List<String>> COLUMNS = Map.of(AddressTable.DOCUMENTS_4,
            List.of(AddressTable.DOCUMENTS_4), AddressTable.DOCUMENTS_5, List.of(AddressTable.DOCUMENTS_5), "Firefox",
            List.of(AddressTable.FIREFOX_4, AddressTable.FIREFOX_5), AddressTable.GO, List.of(AddressTable.GO));
    /// The clients, in the order of the columns of figures.
    static final Map<String, ClientRule> CLIENTS = clients();
    private static final int MALWARE = 1;

    @TempDir
    private Path root;

    private static Map<String, ClientRule> clients() {
        Map<String, ClientRule> clients = new LinkedHashMap<>();
        clients.put(AddressTable.DOCUMENTS_4, new DocumentRule(Set.of()));
        clients.put(AddressTable.DOCUMENTS_5, new DocumentRule(publicSuffixes()));
        clients.put("Firefox", new FirefoxRule());
        clients.put(AddressTable.GO, new GoRule());
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

    /// One version of the protocol: the list as a client has it, and the question about one of its prefixes.
    private interface Protocol {

        boolean isInList(String text) throws Exception;

        boolean isConfirmed(byte[] hash) throws Exception;
    }

    private record VersionFour(V4 v4, ProtoFile messages, DocumentedClient client) implements Protocol {

        static VersionFour updated(Gateway gateway) throws Exception {
            VersionFour made = new VersionFour(new V4(gateway), ProtoFile.open("v4.proto"), new DocumentedClient());
            byte[] request = made.messages.make("FetchThreatListUpdatesRequest")
                    .with("list_update_requests", made.messages.make("ListUpdateRequest").with("threat_type", MALWARE))
                    .toBytes();
            made.client.applyV4(made.messages.read("FetchThreatListUpdatesResponse", made.v4.updates(request).toBytes())
                    .all("list_update_responses")
                    .getFirst());
            return made;
        }

        @Override
        public boolean isInList(String text) throws Exception {
            return client.has(text);
        }

        @Override
        public boolean isConfirmed(byte[] hash) throws Exception {
            Made question = messages.make("ThreatInfo")
                    .with("threat_types", MALWARE)
                    .with("threat_entries", messages.make("ThreatEntry").with("hash", Arrays.copyOf(hash, 4)));
            byte[] request = messages.make("FindFullHashesRequest").with("threat_info", question).toBytes();
            return messages.read("FindFullHashesResponse", v4.fullHashes(request).toBytes())
                    .all("matches")
                    .stream()
                    .anyMatch(match -> Arrays.equals(match.inner("threat").bytes("hash"), hash));
        }
    }

    private record VersionFive(V5 v5, ProtoFile messages, DocumentedClient client) implements Protocol {

        static VersionFive updated(Gateway gateway) throws Exception {
            VersionFive made = new VersionFive(new V5(gateway), ProtoFile.open("v5.proto"), new DocumentedClient());
            made.client.applyV5(made.messages.read("HashList", made.v5.list("mw-4b", List.of(), 0, 0).toBytes()));
            return made;
        }

        @Override
        public boolean isInList(String text) throws Exception {
            return client.has(text);
        }

        @Override
        public boolean isConfirmed(byte[] hash) throws Exception {
            return messages.read("SearchHashesResponse", v5.search(List.of(Arrays.copyOf(hash, 4))).toBytes())
                    .all("full_hashes")
                    .stream()
                    .anyMatch(full -> Arrays.equals(full.bytes("full_hash"), hash));
        }
    }

    @Test
    void theTableOfTheGuideIsTrue() throws Exception {
        List<AddressTable.Row> rows = AddressTable.rows();
        assertThat(rows).hasSizeGreaterThan(50);
        List<String> differ = new ArrayList<>();
        try (Office office = new Office(root).serving(CategoryLists.USUAL)) {
            office.restart();
            ListRow list = office.list("bad");
            office.replace(list,
                    rows.stream().filter(row -> !row.isAlone()).map(AddressTable.Row::listed).toArray(String[]::new));
            for (AddressTable.Row row : rows) {
                if (row.isAlone()) {
                    office.listAlone(list, row.listed());
                }
                if (row.allowed().isPresent()) {
                    office.allow(Office.expression(row.allowed().get()).text());
                }
            }
            office.publishDone();
            Gateway gateway = office.commits().gateway().orElseThrow();
            Protocol four = VersionFour.updated(gateway);
            Protocol five = VersionFive.updated(gateway);
            for (AddressTable.Row row : rows) {
                String address = new String(row.visited().getBytes(UTF_8), ISO_8859_1);
                for (Map.Entry<String, List<String>> columns : COLUMNS.entrySet()) {
                    ClientRule rule = Objects.requireNonNull(CLIENTS.get(columns.getKey()));
                    for (String column : columns.getValue()) {
                        Protocol protocol = column.endsWith("5") ? five : four;
                        if (warns(rule, protocol, address) != row.warns(column)) {
                            differ.add(row.what() + ": " + column);
                        }
                    }
                }
            }
        }
        assertThat(differ).isEmpty();
    }

    private static boolean warns(ClientRule rule, Protocol protocol, String address) throws Exception {
        for (String text : rule.texts(address)) {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(ISO_8859_1));
            if (protocol.isInList(text) && protocol.isConfirmed(hash)) {
                return true;
            }
        }
        return false;
    }
}
