package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Looking for entries, and taking them out and back in.
final class EntriesTest extends OfficeDay {

    private List<String> found(String... conditions) {
        JsonNode answer = at.json(Stream.concat(Stream.of("entries", "search", "phishing"), Arrays.stream(conditions))
                .toArray(String[]::new));
        return answer.findValuesAsText("expression");
    }

    private void fill() throws Exception {
        createWith("phishing", "evil.example", "www.evil.example/login?a=1", "other.example");
        at.admin("add", "phishing", "exact.example/a?b=1", "--scope", "exact").done();
        Path file = at.file("csirt.txt", "evil.example", "mail.weebly.example");
        at.clock().advance(Duration.ofDays(2));
        at.as(at.token("carol", "editor"), "import", "phishing", file.toString(), "--source", "csirt").done();
    }

    @Test
    void findsByHostTextSourceActorAndTime() throws Exception {
        fill();
        assertThat(found("evil.example")).containsExactly("evil.example/", "evil.example/",
                "www.evil.example/login?a=1");
        assertThat(found("*.evil.example")).containsExactly("www.evil.example/login?a=1");
        assertThat(found("weebly")).containsExactly("mail.weebly.example/");
        assertThat(found("--source", "csirt")).containsExactly("evil.example/", "mail.weebly.example/");
        assertThat(found("--added-by", "carol", "evil.example")).containsExactly("evil.example/");
        assertThat(found("--since", "1d")).containsExactly("evil.example/", "mail.weebly.example/");
        assertThat(found("nothing")).isEmpty();
        assertThat(at.admin("entries", "search", "phishing", "--source", "nobody").failed().err())
                .contains("no source 'nobody'");
        assertThat(at.admin("entries", "search", "phishing", "a*b").failed().err()).contains("*.host");
        assertThat(at.admin("entries", "search", "nolist").failed().err()).contains("no list 'nolist'");
    }

    @Test
    void givesEveryEntryInManySmallParts() throws Exception {
        at.admin("list", "create", "phishing", "--category", "phishing").done();
        Path file = at.file("hosts.txt", hosts(0, 25_000));
        at.admin("import", "phishing", file.toString(), "--source", "csirt").done();
        assertThat(found().size()).isEqualTo(25_000);
        assertThat(at.admin("entries", "export", "phishing").done().out().lines()).hasSize(25_001);
    }

    @Test
    void anExportIsReadBackAsItWas() throws Exception {
        fill();
        String exported = at.admin("entries", "export", "phishing").done().out();
        assertThat(exported.lines().skip(1)).containsExactly("exact exact.example/a?b=1", "host evil.example/",
                "host mail.weebly.example/", "host other.example/", "prefix www.evil.example/login?a=1");
        at.admin("list", "create", "copy", "--category", "phishing").done();
        Path file = Files.writeString(at.file("export.txt"), exported);
        JsonNode report = at.json("import", "copy", file.toString());
        assertThat(report.get("format").asText()).isEqualTo("expressions");
        assertThat(report.get("accepted").asLong()).isEqualTo(5);
        String again = at.admin("entries", "export", "copy").done().out();
        assertThat(again.lines().skip(1)).containsExactlyElementsOf(exported.lines().skip(1).toList());
    }
}
