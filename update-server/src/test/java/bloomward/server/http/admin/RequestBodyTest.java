package bloomward.server.http.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.http.HttpLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RequestBodyTest {

    private final AtomicLong now = new AtomicLong();

    private RequestBody body(int length, long most) {
        return new RequestBody(new ByteArrayInputStream(new byte[length]), most,
                HttpLimits.DEFAULT.withBodies(Duration.ofSeconds(10), 100), now::get, 0);
    }

    @Test
    void allThatIsAllowedIsRead() throws IOException {
        assertThat(body(1000, 1000).readAllBytes()).hasSize(1000);
    }

    @Test
    void aByteMoreIsRefused() {
        assertThatThrownBy(() -> body(1001, 1000).readAllBytes())
                .isInstanceOfSatisfying(RequestBody.RefusedBodyException.class,
                        e -> assertThat(e.status()).isEqualTo(413))
                .hasMessage("more than 1000 bytes");
    }

    @Test
    void whoDripsIsRefused() throws IOException {
        RequestBody body = body(1000, 1000);
        for (int second = 0; second <= 10; second++) {
            now.set(Duration.ofSeconds(second).toNanos());
            assertThat(body.read()).isZero();
        }
        now.set(Duration.ofSeconds(11).toNanos());
        assertThatThrownBy(body::read).isInstanceOfSatisfying(RequestBody.RefusedBodyException.class,
                e -> assertThat(e.status()).isEqualTo(408));
    }

    @Test
    void whoIsSlowButSteadyIsNot() throws IOException {
        RequestBody body = body(10_000, 10_000);
        for (int second = 1; second <= 100; second++) {
            now.set(Duration.ofSeconds(second).toNanos());
            assertThat(body.readNBytes(100)).hasSize(100);
        }
    }
}
