package bloomward.agent.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.SetClock;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PublisherTest {

    @TempDir
    private Path folder;

    @Test
    void publishesAndKeepsItsPort() throws Exception {
        try (Publisher publisher = Publisher.start(folder.resolve("server"), new SetClock());
                HttpClient http = HttpClient.newHttpClient()) {
            publisher.list("phishing").add("phishing", "evil.example", "other.example/login").publish();
            publisher.stop();
            publisher.start();
            var request = HttpRequest.newBuilder(publisher.address().resolve("/v1/latest")).build();
            assertThat(http.send(request, BodyHandlers.ofString()).body()).startsWith("bloomward latest v1\n");
            assertThat(publisher.root().unverifiedText()).startsWith("bloomward root v1\n");
        }
    }
}
