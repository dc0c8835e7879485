package bloomward.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FlatJsonTest {

    @Test
    void keepsTheOrderOfItsFields() throws IOException {
        String json = FlatJson.of("lines", 3).with("held", 0).with("accepted", Long.MAX_VALUE).toString();
        assertThat(json).isEqualTo("{\"lines\":3,\"held\":0,\"accepted\":9223372036854775807}");
        assertThat(FlatJson.numbers(json)).isEqualTo(Map.of("lines", 3L, "held", 0L, "accepted", Long.MAX_VALUE));
    }

    @Test
    void escapesText() {
        assertThat(FlatJson.of("source", "a\"b\\c\n").with("added", 1))
                .hasToString("{\"source\":\"a\\\"b\\\\c\\n\",\"added\":1}");
    }

    @Test
    void saysThatTheDatabaseIsDamaged() {
        for (String text : new String[] {"", "{", "[1]", "{\"a\":\"b\"}"}) {
            assertThatThrownBy(() -> FlatJson.numbers(text)).as(text)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("damaged database");
        }
    }
}
