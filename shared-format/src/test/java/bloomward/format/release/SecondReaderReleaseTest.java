package bloomward.format.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bloomward.format.FormatException;
import bloomward.format.Fuzz;
import bloomward.format.SecondReader;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Hostile texts of roots, manifests, latest and allow files: the second reader refuses what this library refuses, for the same
/// reason.
final class SecondReaderReleaseTest {

    private static final int ROUNDS = 6_000;
    private static final String[] PIECES = {"0", "1", "9", "a", "z", "A", "-", " ", "+", "/", "=", ":", ".", "_",
        "\u00e9", "", "9007199254740991", "9007199254740992", "2026-11-30T23:59:60Z", "2027-02-29T00:00:00Z",
        "optional ", "rollout 2", "*", "optional allow-v2 "};

    @FunctionalInterface
    private interface Parser {
        void parse(byte[] bytes) throws FormatException;
    }

    @Test
    void hostileRoots() throws Exception {
        assertThat(outcomes("root", 1, SampleReleases.ROOT.toText(), bytes -> Root.parse(new String(bytes, UTF_8))))
                .contains("ok", "MALFORMED", "TOO_NEW", "TRUNCATED", "NOT_OUR_FILE", "OTHER_TYPE");
    }

    @Test
    void hostileManifests() throws Exception {
        assertThat(outcomes("manifest", 2, SampleReleases.MANIFEST.toText(),
                bytes -> Manifest.parse(new String(bytes, UTF_8))))
                .contains("ok", "MALFORMED", "TOO_NEW", "TRUNCATED", "NOT_OUR_FILE", "OTHER_TYPE");
    }

    @Test
    void hostileManifestsWithTwoAllowFiles() throws Exception {
        assertThat(outcomes("manifest", 5, SampleReleases.allowingByList().toText(),
                bytes -> Manifest.parse(new String(bytes, UTF_8))))
                .contains("ok", "MALFORMED", "TOO_NEW", "TRUNCATED", "NOT_OUR_FILE", "OTHER_TYPE");
    }

    @Test
    void hostileLatest() throws Exception {
        assertThat(
                outcomes("latest", 3, SampleReleases.LATEST.toText(), bytes -> Latest.parse(new String(bytes, UTF_8))))
                .contains("ok", "MALFORMED", "TOO_NEW", "TRUNCATED", "NOT_OUR_FILE", "OTHER_TYPE");
    }

    @Test
    void hostileAllowFiles() throws Exception {
        assertThat(outcomes("allow", 4, "bloomward allow v1 canonical 1\n a/b\na/\nb/\nc.d/e/\n", AllowList::parse))
                .contains("ok", "MALFORMED", "NOT_OUR_FILE");
    }

    @Test
    void hostileAllowFilesOfVersion2() throws Exception {
        assertThat(outcomes("allow", 6,
                "bloomward allow v2 canonical 1\n a/b * -\na/ * 2026-12-01T00:00:00Z\na/ one -\nc.d/e/ two 2027-01-31T23:59:59Z\n",
                AllowList::parse)).contains("ok", "MALFORMED", "NOT_OUR_FILE");
    }

    /// Cut at each length, as a fetched file may be.
    @Test
    void cutAllowFiles() throws Exception {
        SecondReader reader = new SecondReader();
        byte[] good = "bloomward allow v1 canonical 1\n a/b\na/\nb/\nc.d/e/\n".getBytes(UTF_8);
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            reader.expect(cut.length > 0 && cut[length - 1] == '\n' ? "ok" : reasonOf(cut), "parse", "allow",
                    SecondReader.hex(cut));
        }
        reader.agrees();
    }

    private static String reasonOf(byte[] allowFile) {
        return assertThrows(FormatException.class, () -> AllowList.parse(allowFile)).reason().name();
    }

    @Test
    void hostileAddresses() throws Exception {
        List<String> good = List.of("https://lists.example.org/bloomward", "http://127.0.0.1:8080",
                "http://[::1]:1/a/b", "http://localhost", "https://a-1.b2:65535/._~-");
        String characters = "a1-._~:/[]@?#%AZ09+f ";
        RandomGenerator random = Fuzz.random(14);
        SecondReader reader = new SecondReader();
        for (int i = 0; i < ROUNDS; i++) {
            StringBuilder address = new StringBuilder(good.get(random.nextInt(good.size())));
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                int from = random.nextInt(address.length());
                int character = random.nextInt(characters.length());
                address.replace(from, from + random.nextInt(2), characters.substring(character, character + 1));
            }
            reader.expect(isAddress(address.toString()) ? "True" : "False", "address", address.toString());
        }
        reader.agrees();
    }

    private static boolean isAddress(String address) {
        Root root = SampleReleases.ROOT;
        try {
            return !new Root(root.origin(), root.version(), root.issued(), root.expires(), root.roots(),
                    root.publishers(), root.timestamp(), List.of(URI.create(address))).addresses().isEmpty();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// Few changes to each text, so that most break one rule only.
    private static Set<String> outcomes(String kind, long seed, String good, Parser parser) throws Exception {
        SecondReader reader = new SecondReader();
        RandomGenerator random = Fuzz.random(seed);
        Set<String> outcomes = new HashSet<>();
        for (int i = 0; i < ROUNDS; i++) {
            List<String> lines = new ArrayList<>(good.lines().toList());
            for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
                change(random, lines);
            }
            byte[] bytes = (String.join("\n", lines) + "\n").getBytes(UTF_8);
            String outcome = "ok";
            try {
                parser.parse(bytes);
            } catch (FormatException e) {
                outcome = e.reason().name();
            }
            outcomes.add(outcome);
            reader.expect(outcome, "parse", kind, SecondReader.hex(bytes));
        }
        reader.agreesButForReasons(ROUNDS / 100);
        return outcomes;
    }

    private static void change(RandomGenerator random, List<String> lines) {
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        switch (random.nextInt(12)) {
            case 0 -> lines.set(at, PIECES[random.nextInt(PIECES.length)]);
            case 1 -> lines.add(at, line);
            case 2 -> Collections.swap(lines, at, random.nextInt(lines.size()));
            case 3 -> lines.subList(at + 1, lines.size()).clear();
            case 4 -> lines.add("optional " + line);
            case 5 -> lines.set(at, line.substring(0, line.indexOf(' ') + 1) + PIECES[random.nextInt(PIECES.length)]);
            default -> {
                int from = switch (random.nextInt(4)) {
                    case 0 -> line.indexOf(' ') + 1;
                    case 1 -> line.lastIndexOf(' ') + 1;
                    default -> random.nextInt(line.length() + 1);
                };
                int to = Math.min(line.length(), from + random.nextInt(2));
                lines.set(at, line.substring(0, from) + PIECES[random.nextInt(PIECES.length)] + line.substring(to));
            }
        }
    }
}
