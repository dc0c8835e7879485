package bloomward.format.url;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Addresses that real browsers requested for URLs that were spelt to mislead: no entry that names the requested page may
/// be missed. The table is made by the part `browsers` of the benchmarks.
final class BrowsersTest {

    private final Visit visit = new Visit();

    @ParameterizedTest
    @CsvSource({"chromium, 1", "firefox-esr, 2"})
    void missesNoPageThatABrowserRequests(String browser, int column) throws IOException {
        List<List<String>> rows = Vectors.read("browsers.tsv");
        int judged = 0;
        for (List<String> row : rows) {
            String requested = row.get(column);
            if (requested.equals("-") || visit.read(Vectors.bytes(row.getFirst())).isPresent()) {
                continue;
            }
            judged++;
            assertThat(visit.missed(requested)).as("%s, in %s %s", row.getFirst(), browser, requested)
                    .isEqualTo(Optional.empty());
        }
        assertThat(judged).isGreaterThan(rows.size() / 2);
    }
}
