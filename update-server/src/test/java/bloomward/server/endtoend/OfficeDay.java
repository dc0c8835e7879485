package bloomward.server.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A server in an empty folder, and an administrator.
abstract class OfficeDay {

    @TempDir
    Path folder;

    Installation at;

    @BeforeEach
    void start() throws Exception {
        at = Installation.start(folder);
    }

    @AfterEach
    void stop() {
        at.close();
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

    JsonNode publish() {
        at.clock().advance(Duration.ofMinutes(5));
        return at.json("publish", "--all", "--yes");
    }
}
