package bloomward.format.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Fuzz;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// No bytes make a reader of URLs throw or break a law.
final class UrlFuzz {

    private final UrlLaws laws = new UrlLaws();

    @Test
    void damagedUrlsBreakNoLaw() throws IOException {
        Fuzz fuzz = Fuzz.seeded(1, 400);
        for (String table : List.of("safe-browsing.tsv", "canonical.tsv", "expressions.tsv")) {
            Vectors.read(table).forEach(row -> fuzz.startingFrom(Vectors.bytes(row.getFirst())));
        }
        Stream.of(UrlMaker.SCHEMES, UrlMaker.USER_INFOS, UrlMaker.LABELS, UrlMaker.DOTS, UrlMaker.HOSTS, UrlMaker.PORTS,
                UrlMaker.SEGMENTS, UrlMaker.SLASHES, UrlMaker.TAILS)
                .flatMap(List::stream)
                .forEach(piece -> fuzz.withPiece(piece.getBytes(ISO_8859_1)));
        Set<Object> outcomes = fuzz.run(30_000, laws::hold);
        assertThat(outcomes).contains(Unjudgeable.EMPTY, Unjudgeable.SCHEME, Unjudgeable.NO_HOST, Unjudgeable.BAD_HOST)
                .hasSizeGreaterThan(100);
    }

    @Test
    void longUrlsBreakNoLaw() {
        Fuzz fuzz = Fuzz.seeded(2, UrlExpressions.MAX_LENGTH + 10);
        for (String piece : List.of("%25", "/..", "/.", "//", "a.", "@", "%2", ":", "?", "0", "\u00ff", "\u0001",
                "%2f..", "%2e/")) {
            fuzz.startingFrom(("http://example.test/" + piece.repeat(5400)).getBytes(ISO_8859_1));
            fuzz.startingFrom(("http://" + piece.repeat(5400)).getBytes(ISO_8859_1));
            fuzz.withPiece(piece.repeat(100).getBytes(ISO_8859_1));
        }
        assertThat(fuzz.run(500, laws::hold)).contains(Unjudgeable.TOO_LONG);
    }
}
