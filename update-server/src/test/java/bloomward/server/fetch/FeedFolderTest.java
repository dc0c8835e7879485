package bloomward.server.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FeedFolderTest {

    private static FetchOutcome.Fetched arrived(FeedFolder folder, String body, Validators validators)
            throws IOException {
        Files.writeString(folder.arriving("f"), body);
        return new FetchOutcome.Fetched(folder.arriving("f"), validators, body.length());
    }

    private static Validators etag(String etag) {
        return new Validators(Optional.of(etag), Optional.empty());
    }

    @Test
    void theNewestAcceptedBodyIsTheLastGoodOne(@TempDir Path path) throws IOException {
        FeedFolder folder = new FeedFolder(path.resolve("a/b"));
        assertThat(folder.lastGood("f")).isEmpty();
        assertThat(folder.validators("f")).isEqualTo(Validators.NONE);
        folder.accept("f", arrived(folder, "one", etag("1")));
        folder.accept("f", arrived(folder, "two", etag("2")));
        assertThat(folder.lastGood("f").orElseThrow()).hasContent("two");
        assertThat(new FeedFolder(path.resolve("a/b")).validators("f")).isEqualTo(etag("2"));
        folder.accept("f", arrived(folder, "three", Validators.NONE));
        assertThat(folder.validators("f")).isEqualTo(Validators.NONE);
        try (var files = Files.list(path.resolve("a/b"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("f.body",
                    "f.validators");
        }
    }

    /// As after a crash between the two steps of accepting.
    @Test
    void aBodyWithoutValidatorsIsAskedForInFull(@TempDir Path path) throws IOException {
        FeedFolder folder = new FeedFolder(path);
        folder.accept("f", arrived(folder, "one", etag("1")));
        Files.delete(path.resolve("f.validators"));
        assertThat(folder.validators("f")).isEqualTo(Validators.NONE);
        assertThat(folder.lastGood("f")).isPresent();
    }
}
