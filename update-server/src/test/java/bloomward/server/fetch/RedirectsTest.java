package bloomward.server.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RedirectsTest {

    private static final URI FIRST = URI.create("https://lists.example/a/list.txt");

    private static URI next(String at, String location) throws FetchException, FeedDefinitionException {
        return Redirects.next(definition(FIRST.toString()), FIRST, URI.create(at), location);
    }

    private static FeedDefinition definition(String url) throws FeedDefinitionException {
        return FeedDefinition.parse("x.toml", """
                name = "x"
                title = "t"
                url = "%s"
                format = "auto"
                scope = "auto"
                category = "phishing"
                interval = "1h"
                licence = "l"
                attribution = "a"
                homepage = "https://lists.example/"
                redirect-hosts = ["cdn.example"]
                """.formatted(url));
    }

    @ParameterizedTest
    @CsvSource({"https://lists.example/a/list.txt, other.txt, https://lists.example/a/other.txt",
        "https://lists.example/a/list.txt, https://cdn.example/x, https://cdn.example/x",
        "https://cdn.example/x, /y, https://cdn.example/y",
        "https://cdn.example/x, https://LISTS.example/y, https://LISTS.example/y",
        "http://cdn.example/x, https://cdn.example/x, https://cdn.example/x",
        "http://cdn.example/x, http://cdn.example/y, http://cdn.example/y"})
    void leadsToTheDefinitionsOwnHosts(String at, String location, String expected) throws Exception {
        assertThat(next(at, location)).hasToString(expected);
    }

    @Test
    void aUrlOfDotsIsNotResolved() {
        assertThatThrownBy(() -> next(FIRST.toString(), "a/".repeat(2_000) + "../".repeat(2_000)))
                .hasMessage("to a URL of more than 8000 characters");
    }

    @Test
    void aPortThatTheDefinitionAsksIsKept() throws Exception {
        FeedDefinition feed = definition("https://lists.example:8443/list.txt");
        URI first = URI.create(feed.url());
        assertThat(Redirects.next(feed, first, first, "https://cdn.example:8443/x")).hasPort(8443);
        assertThat(Redirects.next(feed, first, first, "https://cdn.example/x")).hasNoPort();
        assertThatThrownBy(() -> Redirects.next(feed, first, first, "https://lists.example:8481/x"))
                .hasMessage("to port 8481 of lists.example");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            http://lists.example/a/list.txt   | from https to http, at lists.example
            https://sub.cdn.example/          | to sub.cdn.example, which is not in redirect-hosts
            https://127.0.0.1/                | to 127.0.0.1, which is not in redirect-hosts
            https://lists.example:8443/       | to port 8443 of lists.example
            https://cdn.example:22/           | to port 22 of cdn.example
            https://lists.example:80/         | to port 80 of lists.example
            //evil.example/x                  | to evil.example, which is not in redirect-hosts
            https://a@cdn.example/            | to a URL without http or https and a host
            ftp://cdn.example/                | to a URL without http or https and a host
            https:///x                        | to a URL without http or https and a host
            ``                                | to a URL without http or https and a host
            a b                               | to an invalid URL
            """)
    void leadsNowhereElse(String location, String message) {
        assertThatThrownBy(() -> next(FIRST.toString(), location)).isInstanceOf(FetchException.class)
                .hasMessage(message);
    }
}
