package bloomward.server.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/// A server in an empty folder, and an administrator. A class with [org.junit.jupiter.api.TestInstance] has one for all of its cases.
abstract class OfficeDay {

    @AutoClose
    Installation at;

    @BeforeEach
    void start() throws Exception {
        if (at == null) {
            at = Installation.startAnywhere();
        }
    }

    String hosts(int from, int to) {
        return String.join("\n", IntStream.range(from, to).mapToObj(i -> "host" + i + ".evil.example").toList());
    }

    void createWith(String list, String... words) {
        at.admin("list", "create", list, "--category", "phishing").done();
        add(list, words);
    }

    void add(String list, String... words) {
        String[] args = new String[words.length + 2];
        args[0] = "add";
        args[1] = list;
        System.arraycopy(words, 0, args, 2, words.length);
        at.admin(args).done();
    }

    /// Takes the publisher's key away from the server, so that a publication waits for its signature.
    Path takePublisherKey() throws Exception {
        at.stop();
        Path key = Files.move(at.data().resolve("keys/publisher.key"), at.file("publisher.key"));
        at.start();
        return key;
    }

    /// Undoes it.
    void givePublisherKey(Path key) throws Exception {
        at.stop();
        Files.move(key, at.data().resolve("keys/publisher.key"));
        at.start();
    }

    JsonNode publish() {
        at.clock().advance(Duration.ofMinutes(5));
        return at.json("publish", "--all", "--yes");
    }
}
