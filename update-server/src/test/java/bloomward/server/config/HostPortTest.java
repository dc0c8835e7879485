package bloomward.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.program.settings.SettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostPortTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8080", "localhost:0", "[::1]:65535", "updates.example:443"})
    void writesWhatItRead(String text) throws SettingException {
        assertThat(HostPort.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8080", ":8080", "localhost", "localhost:", "localhost:65536", "localhost:-1", "::1:80",
        "localhost:http"})
    void refusesTheRest(String text) {
        assertThatThrownBy(() -> HostPort.parse(text)).isInstanceOf(SettingException.class);
    }

    @Test
    void knowsLoopback() throws SettingException {
        assertThat(HostPort.parse("127.0.0.1:1").isLoopback()).isTrue();
        assertThat(HostPort.parse("[::1]:1").isLoopback()).isTrue();
        assertThat(HostPort.parse("0.0.0.0:1").isLoopback()).isFalse();
        assertThat(HostPort.parse("127.example:1").isLoopback()).isFalse();
    }
}
