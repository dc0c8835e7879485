package bloomward.format.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Fuzz;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// The product and [ReferenceUrl] must agree on every URL: in the canonical form, in the reason where there is none,
/// and in the expressions.
///
/// Any file of URLs can be compared, a URL a line, plain or gzip:
///
/// ```
/// mvn -pl shared-format test -Dtest=UrlCrossCheckTest -Durls=some-urls.txt.gz
/// ```
final class UrlCrossCheckTest {

    private static final long SEED = 20261118;

    private final UrlExpressions product = new UrlExpressions();

    @Test
    void agreesOnMadeUrls() {
        UrlMaker maker = new UrlMaker(Fuzz.random(SEED));
        for (int i = 0; i < 10_000; i++) {
            byte[] url = maker.url();
            assertThat(byProduct(url)).as("seed %d, URL %d: %s", SEED, i, Vectors.escape(url))
                    .isEqualTo(byReference(url));
        }
    }

    @Test
    void agreesOnDamagedUrls() throws IOException {
        Fuzz fuzz = Fuzz.seeded(SEED, 200);
        Vectors.read("canonical.tsv").forEach(row -> fuzz.startingFrom(Vectors.bytes(row.getFirst())));
        fuzz.run(15_000, url -> {
            Reading reading = byProduct(url);
            assertThat(reading).isEqualTo(byReference(url));
            return reading.refused();
        });
    }

    @Test
    void agreesOnEveryWrittenVector() throws IOException {
        List<byte[]> urls = new ArrayList<>();
        for (String name : List.of("safe-browsing.tsv", "canonical.tsv", "expressions.tsv", "canonical-2.tsv",
                "expressions-2.tsv")) {
            Vectors.read(name).forEach(row -> urls.add(Vectors.bytes(row.getFirst())));
        }
        assertThat(urls).hasSizeGreaterThan(300);
        for (byte[] url : urls) {
            assertThat(byProduct(url)).as(Vectors.escape(url)).isEqualTo(byReference(url));
        }
    }

    @Test
    void agreesOnAFileOfUrls() throws IOException {
        Path file = Path.of(System.getProperty("urls", "src/test/resources/vectors/urls.txt"));
        List<String> disagreements = new ArrayList<>();
        long count = 0;
        try (BufferedReader lines = open(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                byte[] url = line.getBytes(ISO_8859_1);
                count++;
                if (!byProduct(url).equals(byReference(url))) {
                    disagreements.add(Vectors.escape(url));
                }
            }
        }
        assertThat(count).isGreaterThan(100);
        assertThat(disagreements).as("of %d URLs in %s", count, file).isEmpty();
    }

    private static BufferedReader open(Path file) throws IOException {
        return file.toString().endsWith(".gz")
                ? new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), ISO_8859_1))
                : Files.newBufferedReader(file, ISO_8859_1);
    }

    /// The result of either reader for a URL.
    private record Reading(Optional<Unjudgeable> refused, String canonical, Set<String> expressions, String exact) {}

    private Reading byProduct(byte[] url) {
        Optional<Unjudgeable> refused = product.read(url);
        if (refused.isPresent()) {
            return new Reading(refused, "", Set.of(), "");
        }
        Set<String> expressions = new LinkedHashSet<>();
        for (int i = 0; i < product.count(); i++) {
            expressions.add(product.expression(i).text());
        }
        String exact = product.exact().text();
        expressions.remove(exact);
        return new Reading(refused, product.canonical(), expressions, exact);
    }

    private static Reading byReference(byte[] url) {
        ReferenceUrl reference = ReferenceUrl.of(url);
        return reference.refused().isPresent()
                ? new Reading(reference.refused(), "", Set.of(), "")
                : new Reading(Optional.empty(), reference.canonical(), reference.expressions(),
                        " " + reference.whole());
    }
}
