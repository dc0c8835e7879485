package bloomward.agent.browser.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EnvelopeTest {

    private static final Envelope NOTHING = new Envelope(Optional.empty(), Optional.empty(), 0, false, false);

    private static Envelope of(String line) {
        return Envelope.of(ByteBuffer.wrap(line.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            value = {"{\"op\":\"check\",\"id\":7,\"url\":\"a\"} | 7", "{\"id\":\"x\"} | \"x\"",
                "{ \"op\" : \"check\" , \"id\" : -12 } | -12",
                "{\"id\":\"a\\\"},\\\\\",\"op\":\"status\"} | \"a\\\"},\\\\\"",
                "{\"a\":{\"id\":1},\"b\":[{\"id\":2},\"}]\",{}],\"id\":3} | 3",
                "{\"a\":1.5e3,\"b\":null,\"c\":[],\"d\":{},\"id\":4} | 4"})
    void findsTheName(String line, String id) {
        assertThat(of(line).id()).contains(id);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            value = {"{\"id\":null}", "{\"id\":1.5}", "{\"id\":{}}", "{\"id\":\"x", "{\"id\":", "{\"id\"", "{", "``",
                "[]", "{\"x\":{\"id\":1}}", "{\"id\":\"", "{\"id\":7x}", "{,\"id\":1}"})
    void givesNoNameToWhatHasNone(String line) {
        assertThat(of(line).id()).isEmpty();
    }

    @Test
    void endsANumberAtAnyBlank() {
        assertThat(of("{\"id\":7 }").id()).contains("7");
        assertThat(of("{\"id\":7\t,\"op\":\"status\"}").id()).contains("7");
        assertThat(of("{\"id\":7\r}").id()).contains("7");
    }

    @Test
    void countsTheLinesOfAnAnswer() {
        assertThat(of("{\"op\":\"check\",\"urls\":[\"a\",\"b,]\" , \"c\"]}").answerLines()).isEqualTo(3);
        assertThat(of("{\"op\":\"check\",\"urls\":[]}").answerLines()).isOne();
        assertThat(of("{\"urls\":[\"a\",\"b\"],\"op\":\"check\",\"id\":1}").answerLines()).isEqualTo(2);
        assertThat(of("{\"op\":\"status\",\"urls\":[\"a\",\"b\"]}").answerLines()).isOne();
        assertThat(of("{\"op\":\"check\",\"url\":\"a\"}").answerLines()).isOne();
    }

    @Test
    void knowsErrorsNewsAndSubscriptions() {
        assertThat(of("{\"v\":1,\"id\":1,\"error\":\"busy\",\"message\":\"x\"}").isError()).isTrue();
        assertThat(of("{\"v\":1,\"event\":\"status\"}").isEvent()).isTrue();
        assertThat(of("{\"op\":\"subscribe\"}").isSubscription()).isTrue();
        assertThat(of("{\"message\":\"error\",\"x\":[\"event\"]}")).isEqualTo(NOTHING);
    }

    /// Any bytes have a result.
    @Test
    void survivesAnyBytes() {
        SplittableRandom random = new SplittableRandom(7);
        byte[] alphabet = "{}[]\",:\\ \tid01op".getBytes(UTF_8);
        for (int round = 0; round < 200_000; round++) {
            byte[] line = new byte[random.nextInt(24)];
            for (int i = 0; i < line.length; i++) {
                line[i] = alphabet[random.nextInt(alphabet.length)];
            }
            assertThat(Envelope.of(ByteBuffer.wrap(line))).isNotNull();
        }
    }
}
