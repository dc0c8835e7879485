package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.confirm.BucketBits;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.url.Expression;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/// Entries chosen for one bucket of the confirm answers, until it holds no more. A bucket of so small a list is filled
/// by a thousand hosts in as many categories as there can be; with one category it takes a hundred thousand hosts.
@TestInstance(Lifecycle.PER_CLASS)
final class CraftedBucketTest extends OfficeDay {

    private static final BucketBits BITS = new BucketBits(4);
    private static final int BUCKET = 5;
    private static final int SOURCES = 63;
    private static final int HOSTS = 1060;

    private Path crafted = Path.of("");
    private JsonNode dry = MissingNode.getInstance();
    private JsonNode report = MissingNode.getInstance();

    @BeforeEach
    void publishOnce() throws Exception {
        if (report.isMissingNode()) {
            createWith("phishing", "old.example");
            at.admin("import", "phishing", at.file("hosts.txt", hosts(0, 600)).toString(), "--source", "good").done();
            publish();
            crafted = at.file("crafted.txt", craftedHosts().toArray(String[]::new));
            for (int i = 0; i < SOURCES; i++) {
                at.admin("import", "phishing", crafted.toString(), "--source", "s" + i, "--category",
                        "c" + "x".repeat(28) + (100 + i)).done();
            }
            dry = at.json("publish", "--all", "--dry-run");
            report = publish();
        }
    }

    private static List<String> craftedHosts() {
        List<String> hosts = new ArrayList<>();
        for (int i = 0; hosts.size() < HOSTS; i++) {
            String host = "c" + i + ".crafted.example";
            if (isInBucket(host)) {
                hosts.add(host);
            }
        }
        return hosts;
    }

    private static boolean isInBucket(String host) {
        return BITS.bucketOf(FullHash.of(new Expression(host + "/"))) == BUCKET;
    }

    @Test
    void isHeldWhereItOverflows() throws Exception {
        long held = report.get("held").asLong();
        assertThat(held).isBetween(1L, 200L);
        assertThat(dry.get("held").asLong()).isEqualTo(held);
        assertThat(report.at("/lists/0/entries").asLong()).isEqualTo(601 + HOSTS - held);
        assertThat(dry.at("/lists/0/packedBytes")).isEqualTo(report.at("/lists/0/packedBytes"));

        Agent agent = new Agent(at);
        ListRelease release = agent.poll("phishing");
        assertThat(agent.confirmed(release, "old.example/")).isNotEmpty();
        for (int i = 0; i < 600; i++) {
            assertThat(agent.finds(release, "host" + i + ".evil.example/")).isTrue();
        }
    }

    @Test
    void isShownWhereAPersonLooks() throws Exception {
        long held = report.get("held").asLong();
        JsonNode hold = at.json("holds", "list").at("/holds/0");
        assertThat(hold.get("reason").asText()).isEqualTo("bucket-full");
        assertThat(hold.get("expression").asText()).contains(".crafted.example/");
        long others = Stream.concat(Stream.of("old.example"), hosts(0, 600).lines())
                .filter(CraftedBucketTest::isInBucket)
                .count();
        assertThat(hold.get("detail").asText()).isEqualTo("bucket " + BUCKET + " is full: " + (HOSTS + others)
                + " entries have a hash that begins with its 4 bits");
        assertThat(hold.get("remedy").asText()).isNotEmpty();
        assertThat(at.json("diff", "phishing").at("/lists/0/held").asLong()).isEqualTo(held * SOURCES);
        assertThat(at.admin("audit", "show").done().out()).contains("bucket-full");
        assertThat(at.json("explain", hold.get("expression").asText()).toString()).contains("\"state\":\"held\"");
    }

    @Test
    void isNotPublishedAgainEachTimeItIsListedAgain() throws Exception {
        at.admin("import", "phishing", crafted.toString(), "--source", "s0").done();
        assertThat(publish().get("sequence").isNull()).isTrue();
    }
}
