package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.AllowList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// More allowed than the allow file holds: refused where it is said, or every publication after it would be.
final class AllowFileLimitTest extends OfficeDay {

    private static final int LENGTH = 2000;

    private static String page(String host, int length) {
        return host + "/" + "x".repeat(length - host.length() - 1);
    }

    /// Expressions that fill the room up to a part of one.
    private static String pages(int more) {
        int count = AllowList.ROOM_IN_BYTES / (LENGTH + 1) + more;
        return String.join("\n",
                IntStream.range(0, count).mapToObj(i -> page("p" + (10_000 + i) + ".example", LENGTH)).toList());
    }

    private Told allow(String words) {
        return at.with(words + "\n", at.adminToken(), "allow", "add", "-", "--reason", "ours");
    }

    @Test
    void refusesWhatDoesNotFit() {
        createWith("phishing", "bad.example");
        assertThat(allow(pages(1)).refused().err()).contains("allow file", "at most " + AllowList.ROOM_IN_BYTES);
        assertThat(at.json("allow", "list").get("allowed")).isEmpty();
        publish();
    }

    @Test
    void takesWhatFitsAndNoMore() {
        createWith("phishing", "bad.example");
        allow(pages(0)).done();
        allow(page("one-more.example", LENGTH)).refused();
        publish();
        allow("short.example").done();
    }

    @Test
    void refusesTheReleaseThatWouldPassIt() {
        String listed = page("evil.example", LENGTH);
        createWith("phishing", listed);
        allow(listed).refused();
        assertThat(at.json("holds", "list").get("holds")).hasSize(1);
        allow(pages(0)).done();
        assertThat(at.admin("holds", "release", "1", "--reason", "meant").refused().err()).contains("allow file");
        assertThat(at.json("holds", "list").get("holds")).hasSize(1);
        publish();
    }
}
