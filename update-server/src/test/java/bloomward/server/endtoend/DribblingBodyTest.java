package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// A list that arrives so slowly that a whole day of work is done before its last line.
final class DribblingBodyTest extends OfficeDay {

    @Test
    void keepsNobodyWaiting() throws Exception {
        createWith("phishing", "bad.example");
        Path editor = at.token("eve", "editor");
        URI admin = at.adminUri();
        try (Socket socket = new Socket(admin.getHost(), admin.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(("POST /admin/v1/lists/phishing/imports?source=slow HTTP/1.1\r\nHost: " + admin.getAuthority()
                    + "\r\nAuthorization: Bearer " + Files.readString(editor).strip()
                    + "\r\nContent-Type: application/octet-stream\r\nContent-Length: 26\r\nConnection: close\r\n\r\n")
                    .getBytes(US_ASCII));
            out.write("slow.example\n".getBytes(US_ASCII));
            out.flush();

            add("phishing", "worse.example");
            at.admin("diff", "phishing").done();
            publish();
            String draft = at.json("diff", "phishing").at("/lists/0/draft").asText();
            at.admin("approve", "phishing", "--draft", draft).done();
            long id = at.json("token", "list").at("/tokens/1/id").asLong();
            at.admin("token", "revoke", Long.toString(id)).done();

            out.write("last.example\n".getBytes(US_ASCII));
            out.flush();
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 200").contains("\"added\":2");
        }
        assertThat(at.json("list", "show", "phishing").toString()).contains("\"entries\":4");
    }
}
