package bloomward.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.store.PostgresAddress.Host;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PostgresAddressTest {

    @Test
    void hasAllParts() {
        assertThat(PostgresAddress.parse("postgresql://a%40b@127.0.0.1/my%20db"))
                .isEqualTo(new PostgresAddress("a@b", List.of(new Host("127.0.0.1", 5432)), "my db", Map.of()))
                .hasToString("postgresql://a@b@127.0.0.1:5432/my db");
        assertThat(PostgresAddress.parse(
                "postgresql://b@one.example:6000,[2001:db8::1]/lists?sslmode=verify-full&sslrootcert=/a/b+c.pem"))
                .isEqualTo(new PostgresAddress("b",
                        List.of(new Host("one.example", 6000), new Host("[2001:db8::1]", 5432)), "lists",
                        Map.of("sslmode", "verify-full", "sslrootcert", "/a/b+c.pem")))
                .hasToString("postgresql://b@one.example:6000,[2001:db8::1]:5432/lists");
        assertThat(PostgresAddress.parse("postgresql://b@localhost,[::1]/lists").hosts()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            postgresql://127.0.0.1/lists               | not of the form postgresql://USER@HOST[:PORT]/DATABASE
            postgresql://b@127.0.0.1                   | not of the form
            postgresql://b@127.0.0.1/                  | not of the form
            postgresql://b@/lists                      | not of the form
            postgresql://b@127.0.0.1/a/b               | not of the form
            jdbc:postgresql://b@127.0.0.1/a            | not of the form
            postgresql://b:secret@127.0.0.1/lists      | a password does not belong here
            postgresql://b@127.0.0.1/lists?password=x  | a password does not belong here
            postgresql://b@127.0.0.1:0/lists           | '127.0.0.1:0' is not HOST or HOST:PORT
            postgresql://b@127.0.0.1:65536/lists       | is not HOST or HOST:PORT
            postgresql://b@127.0.0.1,/lists            | '' is not HOST or HOST:PORT
            postgresql://b@127.0.0.1/lists?user=x      | 'user' is no parameter of an address; known: currentSchema,
            postgresql://b@127.0.0.1/lists?sslmode     | 'sslmode' is no parameter
            postgresql://b@db.example/lists            | add ?sslmode=verify-full&sslrootcert=FILE
            postgresql://b@127.0.0.1,db.example/lists  | add ?sslmode=verify-full&sslrootcert=FILE
            """)
    void refusesWhatIsNone(String text, String words) {
        assertThatThrownBy(() -> PostgresAddress.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining("secret");
    }
}
