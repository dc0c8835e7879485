package bloomward.format.release;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Fuzz;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Signed texts that are hostile: made by a thief of keys, or by a publisher's mistake.
final class ReleaseFuzz {

    private static final int ROUNDS = 20_000;
    private static final String[] PIECES = {"\n", " ", "0", "9007199254740991", "optional x y\n", "list a\n", "-",
        "2026-11-18T12:00:00Z", "9999-12-31T23:59:59Z", "bloomward root v1\n", "categories a b\n", "\u0661"};

    /// Gives the text of what it reads.
    @FunctionalInterface
    private interface Reader {
        String textOf(String text) throws FormatException;
    }

    @Test
    void survivesHostileRoots() {
        assertThat(run(1, SampleReleases.ROOT.toText(), text -> Root.parse(text).toText())).contains("read",
                Reason.MALFORMED, Reason.TOO_NEW, Reason.TRUNCATED, Reason.NOT_OUR_FILE);
    }

    @Test
    void survivesHostileManifests() {
        assertThat(run(2, SampleReleases.MANIFEST.toText(), text -> Manifest.parse(text).toText())).contains("read",
                Reason.MALFORMED, Reason.TOO_NEW, Reason.TRUNCATED, Reason.NOT_OUR_FILE);
    }

    @Test
    void survivesHostileLatest() {
        assertThat(run(3, SampleReleases.LATEST.toText(), text -> Latest.parse(text).toText())).contains("read",
                Reason.MALFORMED, Reason.TOO_NEW, Reason.TRUNCATED, Reason.NOT_OUR_FILE);
    }

    @Test
    void survivesHostileAllowFiles() {
        Set<Object> outcomes = Fuzz.seeded(4, 4096)
                .startingFrom("bloomward allow v1 canonical 1\n a/b\na/\nb/\n".getBytes(UTF_8))
                .withPiece("\n".getBytes(UTF_8))
                .run(ROUNDS, bytes -> {
                    try {
                        AllowList list = AllowList.parse(bytes);
                        assertThat(list.toBytes()).isEqualTo(bytes);
                        for (int i = 0; i < list.size(); i++) {
                            assertThat(list.contains(list.expression(i).getBytes(UTF_8))).isTrue();
                        }
                        return "read";
                    } catch (FormatException e) {
                        return e.reason();
                    }
                });
        assertThat(outcomes).contains("read", Reason.MALFORMED, Reason.NOT_OUR_FILE, Reason.TRUNCATED);
    }

    /// Refused with a reason, or written again as it was, but for optional lines.
    private static Set<Object> run(long seed, String good, Reader reader) {
        Fuzz fuzz = Fuzz.seeded(seed, 16_384).startingFrom(good.getBytes(UTF_8));
        for (String piece : PIECES) {
            fuzz.withPiece(piece.getBytes(UTF_8));
        }
        for (String line : good.split("\n", -1)) {
            fuzz.withPiece((line + "\n").getBytes(UTF_8));
        }
        return fuzz.run(ROUNDS, bytes -> {
            String text = new String(bytes, UTF_8);
            try {
                String written = reader.textOf(text);
                assertThat(text).startsWith(written);
                assertThat(text.substring(written.length()).lines()).allMatch(line -> line.startsWith("optional "));
                return "read";
            } catch (FormatException e) {
                return e.reason();
            }
        });
    }
}
