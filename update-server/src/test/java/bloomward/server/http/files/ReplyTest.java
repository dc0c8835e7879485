package bloomward.server.http.files;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.http.CacheRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplyTest {

    private static final Payload PAYLOAD = Payload.of(new byte[100], "\"a,b\"", CacheRule.IMMUTABLE, Payload.BYTES);
    private static final Reply WHOLE = new Reply(200, 0, 100);
    private static final Reply UNCHANGED = new Reply(304, 0, 0);

    private static Reply reply(List<String> ifMatch, List<String> ifNoneMatch, List<String> ifRange,
            List<String> range) {
        return Reply.to(new Reply.Asked(true, ifMatch, ifNoneMatch, ifRange, range), PAYLOAD);
    }

    @Test
    void withoutConditionsIsTheWhole() {
        assertThat(Reply.to(Reply.Asked.PLAIN, PAYLOAD)).isEqualTo(WHOLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"a,b\"", "W/\"a,b\"", "*", "\"x\", \"a,b\"", "\"x\",W/\"y\" ,\t\"a,b\",", " * ", ",\"a,b\""})
    void aKnownTagIsUnchanged(String header) {
        assertThat(reply(List.of(), List.of(header), List.of(), List.of("bytes=0-1"))).isEqualTo(UNCHANGED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\"", "a,b", "\"a,b", "\"x\" x \"a,b\"", "\"a,b \"", "\"A,B\"", "", "w/\"a,b\""})
    void anotherTagIsNot(String header) {
        assertThat(reply(List.of(), List.of(header), List.of(), List.of())).isEqualTo(WHOLE);
    }

    @Test
    void severalHeadersAreOneList() {
        assertThat(reply(List.of(), List.of("\"x\"", "\"a,b\""), List.of(), List.of())).isEqualTo(UNCHANGED);
    }

    @Test
    void ifMatchComparesStronglyAndComesFirst() {
        assertThat(reply(List.of("\"a,b\""), List.of(), List.of(), List.of())).isEqualTo(WHOLE);
        assertThat(reply(List.of("*"), List.of(), List.of(), List.of())).isEqualTo(WHOLE);
        assertThat(reply(List.of("W/\"a,b\""), List.of("*"), List.of(), List.of())).isEqualTo(new Reply(412, 0, 0));
    }

    @Test
    void aRangeIsServedToWhoHasTheRest() {
        Reply part = new Reply(206, 10, 90);
        assertThat(reply(List.of(), List.of(), List.of(), List.of("bytes=10-"))).isEqualTo(part);
        assertThat(reply(List.of(), List.of("\"x\""), List.of("\"a,b\""), List.of("bytes=10-"))).isEqualTo(part);
        for (String other : List.of("\"x\"", "W/\"a,b\"", "Wed, 21 Oct 2026 07:28:00 GMT", "*")) {
            assertThat(reply(List.of(), List.of(), List.of(other), List.of("bytes=10-"))).isEqualTo(WHOLE);
        }
    }

    @Test
    void twoRangeHeadersAreTheWhole() {
        assertThat(reply(List.of(), List.of(), List.of(), List.of("bytes=0-1", "bytes=2-3"))).isEqualTo(WHOLE);
    }

    @Test
    void headHasNoRange() {
        Reply.Asked head = new Reply.Asked(false, List.of(), List.of(), List.of(), List.of("bytes=500-"));
        assertThat(Reply.to(head, PAYLOAD)).isEqualTo(WHOLE);
    }

    @Test
    void aRangeBehindTheEndIsRefused() {
        assertThat(reply(List.of(), List.of(), List.of(), List.of("bytes=100-"))).isEqualTo(new Reply(416, 0, 0));
        assertThat(reply(List.of(), List.of(), List.of("\"x\""), List.of("bytes=100-"))).isEqualTo(WHOLE);
    }
}
