package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/// A small body that inflates to hundreds of times its size, one line again and again: each line costs a look, and
/// nothing comes of it.
final class RepeatedLineBombTest extends OfficeDay {

    /// Long, as the number of bytes counts here, and each line costs some time.
    private static final String LINE = "0.0.0.0 evil.example # " + "again and again ".repeat(64) + "\n";
    private static final int INFLATED = 32 << 20;

    /// Some hundred times larger than it looks.
    private static byte[] bomb() throws IOException {
        byte[] line = LINE.getBytes(UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < INFLATED; i += line.length) {
                out.write(line);
            }
        }
        return bytes.toByteArray();
    }

    private HttpResponse<String> send(byte[] body) throws Exception {
        String token = Files.readString(at.adminToken()).strip();
        URI imports = at.adminUri().resolve("/admin/v1/lists/phishing/imports?source=bomb");
        return at.send(HttpRequest.newBuilder(imports)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(body))
                .build());
    }

    @Test
    void isRefusedBeforeItIsInflated() throws Exception {
        createWith("phishing", "bad.example");
        HttpResponse<String> answer = send(bomb());
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("\"code\":\"list-beyond-limits\"", "import-max-expansion", "after line ");
        assertThat(at.json("list", "show", "phishing").toString()).doesNotContain("bomb");
        assertThat(at.json("list", "show", "phishing").toString()).contains("\"entries\":1");
    }

    /// A gzip file that is the name of a file, which has no end.
    private static byte[] endlessName() {
        byte[] bytes = new byte[8 << 20];
        Arrays.fill(bytes, (byte) 'x');
        System.arraycopy(new byte[] {0x1f, (byte) 0x8b, 8, 8, 0, 0, 0, 0, 0, 3}, 0, bytes, 0, 10);
        return bytes;
    }

    @Test
    void aNameWithoutAnEndIsRefused() throws Exception {
        createWith("phishing", "bad.example");
        HttpResponse<String> answer = send(endlessName());
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("a name or comment of more than 65536 bytes");
        assertThat(at.json("list", "show", "phishing").toString()).contains("\"entries\":1");
    }

    @Test
    void aNameWithoutAnEndIsRefusedFromAFeedToo() throws Exception {
        assertFeedIsRefused(endlessName(), "a name or comment of more than 65536 bytes");
    }

    /// A request in JSON has no compressed form, so a small request stays a small one.
    @Test
    void aCompressedRequestIsNotInflated() throws Exception {
        createWith("phishing", "bad.example");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write("{\"urls\":[\"evil.example\"],\"scope\":\"auto\",\"reason\":\"\",\"expires\":\"\"}"
                    .getBytes(UTF_8));
        }
        String token = Files.readString(at.adminToken()).strip();
        HttpResponse<String> answer = at
                .send(HttpRequest.newBuilder(at.adminUri().resolve("/admin/v1/lists/phishing/entries"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .header("Content-Encoding", "gzip")
                        .POST(BodyPublishers.ofByteArray(bytes.toByteArray()))
                        .build());
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(at.json("list", "show", "phishing").toString()).contains("\"entries\":1");
    }

    @Test
    void isRefusedFromAFeedToo() throws Exception {
        assertFeedIsRefused(bomb(), "import-max-expansion");
    }

    private void assertFeedIsRefused(byte[] bomb, String words) throws Exception {
        createWith("phishing", "bad.example");
        try (ListHost publisher = ListHost.of(bomb)) {
            at.admin("feed", "add", ListHost.feed(at, "bomb", "hosts", publisher.url("/list")).toString(), "--list",
                    "phishing").done();
            assertThat(at.admin("feed", "fetch", "bomb").refused().err()).contains(words);
            assertThat(at.json("feed", "status").at("/feeds/0/lastError").asText()).contains(words);
            assertThat(at.json("list", "show", "phishing").toString()).contains("\"entries\":1");
        }
    }
}
