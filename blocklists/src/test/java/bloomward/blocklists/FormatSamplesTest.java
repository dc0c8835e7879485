package bloomward.blocklists;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.feed.Entry;
import bloomward.server.feed.FeedScope;
import bloomward.server.feed.ImportCount;
import bloomward.server.feed.ListLimits;
import bloomward.server.feed.ListOutcome;
import bloomward.server.feed.ListReader;
import bloomward.server.feed.syntax.FeedFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// Every list goes through the parser of the server. A sample of a format is named after it.
final class FormatSamplesTest {

    private static final Path LISTS = Path.of("lists");
    private static final Path FORMATS = LISTS.resolve("formats");
    private static final Set<String> HOSTS = Set.of("login-bank.example/", "secure.login-bank.example/",
            "parcel-fee.example/", "account-check.test/", "xn--mnze-gewinn-thb.example/");

    private record Result(FeedFormat format, ImportCount count, List<Entry> entries) {

        Set<String> expressions() {
            return entries.stream().map(entry -> entry.expression().text()).collect(Collectors.toSet());
        }

        String rejected() {
            Map<String, Long> counts = new TreeMap<>();
            count.rejected().forEach((reason, rejections) -> counts.put(reason.name(), rejections.count()));
            return counts.entrySet()
                    .stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(" "));
        }
    }

    private static Result read(Path list, Optional<FeedFormat> format) throws IOException {
        List<Entry> entries = new ArrayList<>();
        ListReader reader = new ListReader(FeedScope.AUTO, format, ListLimits.DEFAULT);
        try (InputStream in = Files.newInputStream(list)) {
            return switch (reader.read(in, entries::add)) {
                case ListOutcome.Read(FeedFormat read, ImportCount count) -> new Result(read, count, entries);
                case ListOutcome other -> throw new AssertionError(list + ": " + other);
            };
        }
    }

    private static Path sample(String label) throws IOException {
        try (Stream<Path> files = Files.list(FORMATS)) {
            List<Path> found = files.filter(file -> label(file).equals(label)).toList();
            assertThat(found).as(label).hasSize(1);
            return found.getFirst();
        }
    }

    private static String label(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.lastIndexOf('.'));
    }

    @Test
    void everySampleIsNamedAfterAFormat() throws IOException {
        try (Stream<Path> files = Files.list(FORMATS)) {
            assertThat(files.map(FormatSamplesTest::label)).containsExactlyInAnyOrderElementsOf(
                    Arrays.stream(FeedFormat.values()).map(FeedFormat::label).toList());
        }
    }

    /// The two formats of addresses are one.
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "DNSCRYPT_IPS")
    void theFormatIsRecognised(FeedFormat format) throws IOException {
        assertThat(read(sample(format.label()), Optional.empty()).format()).isEqualTo(format);
    }

    @ParameterizedTest
    @EnumSource
    void theSampleSumsUpAndAccusesNobody(FeedFormat format) throws IOException {
        Result result = read(sample(format.label()), Optional.of(format));
        ImportCount count = result.count();
        assertThat(count.lines()).isEqualTo(count.accepted() + count.duplicates() + count.rejectedInAll());
        assertThat(count.accepted()).isEqualTo(result.entries().size()).isGreaterThanOrEqualTo(3);
        assertThat(result.expressions()).allSatisfy(
                expression -> assertThat(ReservedNamesTest.isReserved(expression.strip().replaceFirst("[/].*", "")))
                        .as(expression)
                        .isTrue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hosts           | 13 | 5 | 1 | 0 | LOCAL_NAME=5 NOT_BLOCKED=1 PRIVATE_ADDRESS=1
            domains         |  7 | 5 | 1 | 0 | MALFORMED=1
            wildcards       |  7 | 5 | 1 | 0 | MALFORMED=1
            adblock         | 10 | 5 | 1 | 0 | CONDITION=1 COSMETIC=1 EXCEPTION=1 PATTERN=1
            mixed           | 10 | 8 | 1 | 0 | MALFORMED=1
            expressions     |  8 | 5 | 1 | 0 | HAS_PATH=1 MALFORMED=1
            dnsmasq         |  9 | 5 | 1 | 0 | MALFORMED=1 NOT_BLOCKED=2
            unbound         |  8 | 5 | 1 | 0 | MALFORMED=1 NOT_BLOCKED=1
            bind            |  8 | 5 | 1 | 0 | MALFORMED=1 NOT_BLOCKED=1
            rpz             | 11 | 5 | 1 | 0 | EXCEPTION=1 NOT_BLOCKED=1 OTHER_TRIGGER=2 OUTSIDE_ZONE=1
            tpl             |  8 | 5 | 1 | 0 | EXCEPTION=1 PATTERN=1
            dnscrypt-names  |  9 | 5 | 1 | 0 | CONDITION=2 PATTERN=1
            ips             |  8 | 4 | 1 | 0 | ADDRESS_RANGE=1 MALFORMED=1 PRIVATE_ADDRESS=1
            dnscrypt-ips    |  5 | 4 | 0 | 0 | ADDRESS_RANGE=1
            urls            | 10 | 6 | 1 | 2 | MALFORMED=1 PRIVATE_ADDRESS=1 SCHEME=1
            urlhaus-csv     |  6 | 3 | 1 | 0 | MALFORMED=1 PRIVATE_ADDRESS=1
            phishtank-csv   |  5 | 3 | 1 | 0 | UNVERIFIED=1
            phishtank-json  |  5 | 3 | 1 | 0 | UNVERIFIED=1
            tweetfeed-csv   |  7 | 3 | 1 | 0 | OTHER_KIND=2 PRIVATE_ADDRESS=1
            deny-allow-json |  7 | 5 | 1 | 0 | EXCEPTION=1
            eth-phishing-json | 9 | 5 | 1 | 0 | EXCEPTION=2 OTHER_KIND=1
            """)
    void everyLineIsWhatItShouldBe(String label, long lines, long accepted, long duplicates, long outOfReach,
            String rejected) throws IOException {
        Result result = read(sample(label), FeedFormat.labelled(label));
        ImportCount count = result.count();
        assertThat(result.rejected()).isEqualTo(rejected);
        assertThat(List.of(count.lines(), count.accepted(), count.duplicates(), count.outOfReach()))
                .containsExactly(lines, accepted, duplicates, outOfReach);
    }

    @ParameterizedTest
    @EnumSource(names = {"HOSTS", "DOMAINS", "WILDCARDS", "ADBLOCK", "DNSMASQ", "UNBOUND", "BIND", "RPZ", "TPL",
        "DNSCRYPT_NAMES", "DENY_ALLOW_JSON", "ETH_PHISHING_JSON"})
    void theSameHostsAreTheSameEntriesInEveryFormat(FeedFormat format) throws IOException {
        assertThat(read(sample(format.label()), Optional.empty()).expressions()).isEqualTo(HOSTS);
    }

    @Test
    void phishTankSaysTheSameInBothFormats() throws IOException {
        assertThat(read(sample("phishtank-csv"), Optional.empty()).expressions())
                .isEqualTo(read(sample("phishtank-json"), Optional.empty()).expressions())
                .contains(" files.example/home/?cmd=login&id=2de0");
    }

    @ParameterizedTest
    @CsvSource({"phishing-domains.txt, domains, 11", "malware-urls.txt, urls, 9", "unwanted-software.txt, mixed, 3"})
    void theListsAreReadWhole(String list, String format, long accepted) throws IOException {
        Result result = read(LISTS.resolve(list), Optional.empty());
        assertThat(result.format().label()).isEqualTo(format);
        assertThat(result.count().accepted()).isEqualTo(accepted).isEqualTo(result.count().lines());
    }
}
