package bloomward.server.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.confirm.Category;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.guard.FeedChange;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FeedDefinitionTest {

    private static final String SMALLEST = """
            name = "example"
            title = "Example"
            url = "https://lists.example/hosts.txt"
            format = "auto"
            scope = "host"
            category = "phishing"
            interval = "1h"
            licence = "CC0-1.0"
            attribution = "Example e.V."
            homepage = "https://lists.example/"
            """;
    private static final String LARGEST = """
            name = "example"
            title = "Example"
            url = "https://lists.example/hosts.txt"
            format = "hosts"
            scope = "exact"
            category = "phishing"
            interval = "2d"
            minimum-interval = "30s"
            licence = "CC0-1.0"
            attribution = "Example e.V."
            homepage = "https://lists.example/"
            note = "Ask them first."
            user-agent = "us/1"
            redirect-hosts = ["cdn.example"]
            private-network = true

            [key]
            header = "Auth-Key"
            file = "example.key"

            [limits]
            max-bytes = 1000
            max-time = "2m"
            stall = "3s"
            least-speed = 500

            [change]
            lost-percent = 100
            gained-percent = 400
            floor = 0
            """;

    private static FeedDefinition parsed(String toml) throws FeedDefinitionException {
        return FeedDefinition.parse("x.toml", toml);
    }

    @Test
    void mostNeedNotBeSaid() throws Exception {
        assertThat(parsed(SMALLEST))
                .isEqualTo(new FeedDefinition("example", "Example", "https://lists.example/hosts.txt", Optional.empty(),
                        FeedScope.HOST, new Category("phishing"), Duration.ofHours(1), Duration.ofMinutes(5), "CC0-1.0",
                        "Example e.V.", URI.create("https://lists.example/"), "", Optional.empty(), List.of(), false,
                        Optional.empty(), FeedLimits.DEFAULT, FeedChange.Limits.DEFAULT));
    }

    @Test
    void everythingCanBeSaid() throws Exception {
        assertThat(parsed(LARGEST)).isEqualTo(new FeedDefinition("example", "Example",
                "https://lists.example/hosts.txt", Optional.of(FeedFormat.HOSTS), FeedScope.EXACT,
                new Category("phishing"), Duration.ofDays(2), Duration.ofSeconds(30), "CC0-1.0", "Example e.V.",
                URI.create("https://lists.example/"), "Ask them first.", Optional.of("us/1"), List.of("cdn.example"),
                true, Optional.of(new FeedKey(Optional.of("Auth-Key"), "example.key")),
                new FeedLimits(1000, Duration.ofMinutes(2), Duration.ofSeconds(3), 500),
                new FeedChange.Limits(100, 400, 0)));
    }

    /// The example of the page is one.
    @Test
    void theExampleOfTheDocumentationCanBeRead() throws Exception {
        String source = Files.readString(Path.of("src/main/java/bloomward/server/fetch/FeedDefinition.java"));
        String toml = source.substring(source.indexOf("/// ```toml\n") + 12, source.indexOf("/// ```\n"))
                .replaceAll("(?m)^/// ?", "");
        assertThat(parsed(toml).key()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "example"$             | "Exam/ple"              | line 1: name must be 1 to 63 of a-z, 0-9 and -
            "https://lists.example/hosts.txt" | "ftp://a.test/" | line 3: url must be a URL with https or http
            "https://lists.example/hosts.txt" | "https://u@a.test/" | line 3: url must be a URL with https or http
            "https://lists.example/hosts.txt" | "http://a.test/"  | line 3: url must be https, because a key is sent
            "https://lists.example/hosts.txt" | "https://a.test/{key}" | line 3: url must be no {key}, unless there is a [key]
            "https://lists.example/hosts.txt" | "not a url"      | line 3: url must be a URL
            "hosts"                | "hosts.txt"             | line 4: format must be auto or one of expressions urlhaus-csv
            "exact"                | "page"                  | line 5: scope must be auto, host, prefix or exact
            private-network = true | private-network = 1     | line 15: private-network must be true or false
            "exact"                | 7                       | line 5: scope must be a string that is not empty
            "phishing"             | "Phishing!"             | line 6: category must be 1 to 32 of a-z, 0-9 and -
            "2d"                   | "2 days"                | line 7: interval must be a number followed by s, m, h or d
            "2d"                   | "999999999d"            | line 7: interval must be at most 365d
            "2d"                   | "10s"                   | line 7: interval must be at least minimum-interval
            "CC0-1.0"              | " "                     | line 9: licence must be a string that is not empty
            "us/1"                 | "us\\n1"                | line 13: user-agent must be 1 to 200 printable ASCII
            ["cdn.example"]        | "cdn.example"           | line 14: redirect-hosts must be an array of strings
            ["cdn.example"]        | ["https://cdn.example"] | line 14: redirect-hosts must be host names in lower case
            "Auth-Key"             | "Host"                  | line 18: key.header must be the name of a header
            "example.key"          | "../example.key"        | line 19: key.file must be the name of a file
            1000                   | 0                       | line 22: limits.max-bytes must be a number from 1 to
            1000                   | "1 MB"                  | line 22: limits.max-bytes must be a number from 1 to
            "3s"                   | "0s"                    | line 24: limits.stall must be a number followed by s, m, h or d
            lost-percent = 100     | lost-percent = 101      | line 28: change.lost-percent must be a number from 0 to 100
            floor = 0              | flor = 0                | line 30: unknown key change.flor
            licence = "CC0-1.0"    | license = "CC0-1.0"     | licence is missing
            note =                 | notes =                 | line 12: unknown key notes
            [key]                  | [keys]                  | line 17: unknown key keys
            [limits]               | [limits                 | line 21: not TOML:
            """)
    void saysWhereAndWhatIsWrong(String right, String wrong, String message) {
        String toml = LARGEST.replaceFirst("(?m)" + right.replaceAll("[\\[\\].]", "\\\\$0"),
                wrong.replace("\\", "\\\\"));
        assertThat(toml).isNotEqualTo(LARGEST);
        assertThatThrownBy(() -> parsed(toml)).isInstanceOf(FeedDefinitionException.class)
                .hasMessageStartingWith(
                        "x.toml" + (message.strip().startsWith("line ") ? " " : ": ") + message.strip());
    }

    @Test
    void aFileIsNamedAfterItsFeed(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("example.toml"), SMALLEST);
        assertThat(FeedDefinition.readAll(folder)).hasSize(1);
        Files.writeString(folder.resolve("other.toml"), SMALLEST);
        assertThatThrownBy(() -> FeedDefinition.readAll(folder)).isInstanceOf(FeedDefinitionException.class)
                .hasMessageContaining("other.toml: defines the feed \"example\"");
        Files.writeString(folder.resolve("other.toml"), "#".repeat(70_000));
        assertThatThrownBy(() -> FeedDefinition.readAll(folder)).isInstanceOf(FeedDefinitionException.class)
                .hasMessageContaining("longer than 65536 bytes");
    }

    @Test
    void aFolderThatIsNotThereIsAnError(@TempDir Path folder) {
        assertThatThrownBy(() -> FeedDefinition.readAll(folder.resolve("none"))).isInstanceOf(IOException.class);
    }
}
