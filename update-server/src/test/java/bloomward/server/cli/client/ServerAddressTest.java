package bloomward.server.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerAddressTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "lists.example", "ftp://lists.example", "https:", "https:///lists",
        "https://u@lists.example", "https://lists.example?q", "https://lists.example#f", "https://lists.example/ x"})
    void refusesAnythingButTheAddressOfAService(String text) {
        assertThat(ServerAddress.parse(text)).isEmpty();
    }

    @Test
    void keepsTheFolderThatAProxyHasSet() {
        ServerAddress address = ServerAddress.parse("HTTPS://lists.example:8443/bloomward//").orElseThrow();
        assertThat(address).hasToString("HTTPS://lists.example:8443/bloomward");
        assertThat(address.at(ApiPath.of("lists", "a")))
                .hasToString("HTTPS://lists.example:8443/bloomward/admin/v1/lists/a");
    }

    @ParameterizedTest
    @CsvSource({"http://lists.example,true", "http://localhost:8481,false", "http://LOCALHOST,false",
        "http://127.0.0.1:1,false", "http://[::1]:1,false", "http://127.0.0.1.example,true",
        "https://lists.example,false"})
    void saysWhetherATokenCouldBeReadOnTheWay(String text, boolean clear) {
        assertThat(ServerAddress.parse(text).orElseThrow().sendsInTheClear()).isEqualTo(clear);
    }

    @Test
    void writesSegmentsSoThatNoneIsResolvedOrSplit() {
        assertThat(ApiPath.of("lists", "..", "a/b?c#d e", ".").with("list", "x&y=z").withIfGiven("state", ""))
                .hasToString("/admin/v1/lists/%2E%2E/a%2Fb%3Fc%23d%20e/%2E?list=x%26y%3Dz");
    }
}
