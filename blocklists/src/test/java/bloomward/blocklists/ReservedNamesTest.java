package bloomward.blocklists;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The sample lists accuse nobody: each entry names a host that is reserved for documentation or tests.
final class ReservedNamesTest {

    private static final Path LISTS = Path.of("lists");
    private static final Pattern HOST = Pattern.compile("(?:https?://)?(\\[[^\\]]*\\]|[^/:?#]+)(?::\\d+)?(?:[/?#].*)?");
    private static final Pattern RESERVED = Pattern.compile("(?:[^.]+\\.)*[^.]+\\.(?:example|test|invalid)"
            + "|192\\.0\\.2\\.\\d{1,3}|198\\.51\\.100\\.\\d{1,3}|203\\.0\\.113\\.\\d{1,3}|\\[2001:db8:[0-9a-f:]*\\]");

    private static List<Path> lists() throws IOException {
        try (Stream<Path> files = Files.list(LISTS)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void thereAreLists() throws IOException {
        assertThat(lists()).hasSizeGreaterThanOrEqualTo(2).allSatisfy(list -> assertThat(entries(list)).isNotEmpty());
    }

    @ParameterizedTest
    @MethodSource("lists")
    void everyEntryNamesAReservedHost(Path list) throws IOException {
        assertThat(entries(list)).allSatisfy(entry -> {
            var host = HOST.matcher(entry);
            assertThat(host.matches()).as(entry).isTrue();
            assertThat(isReserved(host.group(1))).as(entry).isTrue();
        });
    }

    static boolean isReserved(String host) {
        return RESERVED.matcher(host).matches();
    }

    private static List<String> entries(Path list) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String line : Files.readAllLines(list)) {
            String entry = line.replaceFirst("(^|\\s+)#.*", "").strip();
            if (!entry.isEmpty()) {
                entries.add(entry);
            }
        }
        return entries;
    }
}
