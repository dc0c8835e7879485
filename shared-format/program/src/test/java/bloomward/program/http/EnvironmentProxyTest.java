package bloomward.program.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Proxy;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EnvironmentProxyTest {

    private static String chosen(Map<String, String> environment, String url) {
        Proxy proxy = EnvironmentProxy.of(environment).select(URI.create(url)).getFirst();
        return proxy.equals(Proxy.NO_PROXY) ? "direct" : proxy.address().toString().replaceFirst("/.*:", ":");
    }

    @Test
    void eachSchemeHasItsOwn() {
        Map<String, String> environment = Map.of("http_proxy", "http://a.test:1", "HTTPS_PROXY", "b.test:2/");
        assertThat(chosen(environment, "http://x.test/")).isEqualTo("a.test:1");
        assertThat(chosen(environment, "https://x.test/")).isEqualTo("b.test:2");
        assertThat(chosen(Map.of("all_proxy", "http://c.test"), "https://x.test/")).isEqualTo("c.test:80");
        assertThat(chosen(Map.of(), "https://x.test/")).isEqualTo("direct");
    }

    @Test
    void someAreAskedDirectly() {
        Map<String, String> environment = Map.of("https_proxy", "http://a.test:1", "no_proxy",
                "localhost, .inner.test ,*.deep.test,Exact.Test");
        assertThat(chosen(environment, "https://localhost/")).isEqualTo("direct");
        assertThat(chosen(environment, "https://a.inner.test/")).isEqualTo("direct");
        assertThat(chosen(environment, "https://a.deep.test/")).isEqualTo("direct");
        assertThat(chosen(environment, "https://EXACT.test/")).isEqualTo("direct");
        assertThat(chosen(environment, "https://notinner.test/")).isEqualTo("a.test:1");
        assertThat(chosen(Map.of("https_proxy", "http://a.test:1", "NO_PROXY", "*"), "https://x.test/"))
                .isEqualTo("direct");
    }

    @Test
    void thisMachineIsAskedDirectly() {
        Map<String, String> environment = Map.of("http_proxy", "http://a.test:1");
        for (String host : new String[] {"localhost:8480", "LocalHost", "lists.localhost", "127.0.0.1:1", "127.9.9.9",
            "[::1]:8480"}) {
            assertThat(chosen(environment, "http://" + host + "/")).as(host).isEqualTo("direct");
        }
        for (String host : new String[] {"notlocalhost", "localhost.test", "127.0.0.1.test", "128.0.0.1", "[::2]"}) {
            assertThat(chosen(environment, "http://" + host + "/")).as(host).isEqualTo("a.test:1");
        }
    }

    @Test
    void refusesWhatItCannotUseWithoutRepeatingIt() {
        for (String proxy : new String[] {"socks5://a.test", "http://me:hunter2@a.test", "http://", "a b"}) {
            assertThatThrownBy(() -> EnvironmentProxy.of(Map.of("https_proxy", proxy))).as(proxy)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("https_proxy must be http://host:port, without user and password");
        }
    }

    @Test
    void knowsThePasswordForWhoCanUseIt() {
        EnvironmentProxy proxies = EnvironmentProxy.withPasswords(Map.of("https_proxy", "http://me:h%40nter:2@a.test:8",
                "http_proxy", "http://only@b.test", "all_proxy", "c.test:3"));
        assertThat(proxies.select(URI.create("https://x.test/")).getFirst().address())
                .hasToString("a.test/<unresolved>:8");
        assertThat(proxies.password("a.test", 8)).hasValueSatisfying(known -> {
            assertThat(known.getUserName()).isEqualTo("me");
            assertThat(known.getPassword()).containsExactly("h@nter:2".toCharArray());
        });
        assertThat(proxies.password("b.test", 80)).hasValueSatisfying(known -> {
            assertThat(known.getUserName()).isEqualTo("only");
            assertThat(known.getPassword()).isEmpty();
        });
        assertThat(proxies.password("a.test", 9)).isEmpty();
        assertThat(proxies.password("c.test", 3)).isEmpty();
        assertThatThrownBy(() -> EnvironmentProxy.withPasswords(Map.of("https_proxy", "socks5://me:hunter2@a.test")))
                .hasMessage("https_proxy must be http://host:port or http://user:password@host:port");
    }
}
