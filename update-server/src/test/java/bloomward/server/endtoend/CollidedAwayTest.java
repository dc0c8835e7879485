package bloomward.server.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.UrlExpressions;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// One of two persons takes an approved entry out of a list by a host with the same key. Keys have 36 bits and their seed is
/// public, so such a host can be found for any entry; once it is allowed, or is in a list of guards, the entry that shares
/// its key cannot be published.
final class CollidedAwayTest extends TwoPersons {

    private static final int TRIED = 600_000;
    private static final Pair PAIR = Pair.find();

    /// An entry and another host with its key.
    private record Pair(String entry, String twin) {

        /// Of so many hosts, a few pairs have the same key.
        static Pair find() {
            KeySpec keys = new KeySpec(UrlExpressions.CANONICAL, 36, HexFormat.fromHexDigitsToLong(SEED));
            KeyHash hash = keys.keyHash();
            Map<Long, Integer> entries = new HashMap<>();
            for (int i = 0; i < TRIED; i++) {
                entries.put(keys.keyOf(hash.of(("evil" + i + ".example/").getBytes(US_ASCII))), i);
            }
            for (int i = 0; i < TRIED; i++) {
                Integer entry = entries.get(keys.keyOf(hash.of(("twin" + i + ".example/").getBytes(US_ASCII))));
                if (entry != null) {
                    return new Pair("evil" + entry + ".example", "twin" + i + ".example");
                }
            }
            throw new AssertionError("no two hosts of one key");
        }
    }

    @BeforeEach
    void publishFirst() throws Exception {
        publishTogether(PAIR.entry(), "stays.example");
    }

    private boolean isStillPublished() throws Exception {
        return isPublished(PAIR.entry() + "/");
    }

    /// Has something to publish, which Bob approves.
    private void changeTogether(String word) throws Exception {
        add(alice, word).done();
        approve(bob).done();
    }

    private String sample() throws Exception {
        return diff(bob).path("sample").toString();
    }

    @Test
    void anAllowedHostTakesNoApprovedEntryOut() throws Exception {
        allow(alice, "", PAIR.twin()).done();
        changeTogether("more.example");
        assertThat(publish(alice).refused(409, "needs-approval")).contains(PAIR.entry(), PAIR.twin(), "alice",
                "'allow remove " + PAIR.twin() + "'", "'holds release");
        assertThat(isStillPublished()).isTrue();
        publish(alice).refused(409, "needs-approval");
        assertThat(approve(alice).refused(409, "needs-approval")).contains("another person");
        assertThat(isStillPublished()).isTrue();
        assertThat(sample()).contains("-" + PAIR.entry() + "/");
        approve(bob).done();
        publish(alice).done();
        assertThat(isStillPublished()).isFalse();
    }

    @Test
    void norDoesOneThatTheOtherTokenOfTheSamePersonAllows() throws Exception {
        Path adam = at.adminToken();
        allow(at.token(adam, "puppet", "reviewer"), "", PAIR.twin()).done();
        changeTogether("more.example");
        publish(adam).refused(409, "needs-approval");
        approve(adam).refused(409, "needs-approval");
        assertThat(isStillPublished()).isTrue();
    }

    @Test
    void itIsBackOnceTheHostIsAllowedNoMore() throws Exception {
        allow(alice, "", PAIR.twin()).done();
        changeTogether("more.example");
        publish(alice).refused(409, "needs-approval");
        disallow(bob, PAIR.twin()).done();
        release(bob, open().getFirst()).done();
        assertThat(sample()).doesNotContain(PAIR.entry());
        approve(at.adminToken()).done();
        publish(alice).done();
        assertThat(isStillPublished()).isTrue();
        assertThat(isPublished("more.example/")).isTrue();
    }

    /// Approved with the host on the allow list already, and not published yet.
    @Test
    void norDoesItKeepAnApprovedEntryOutSilently() throws Exception {
        remove(alice, PAIR.entry()).done();
        approve(bob).done();
        publish(alice).done();
        allow(alice, "", PAIR.twin()).done();
        add(bob, PAIR.entry(), "more.example").done();
        approve(at.adminToken()).done();
        publish(alice).refused(409, "needs-approval");
        assertThat(isPublished("more.example/")).isFalse();
        approve(alice).refused(409, "needs-approval");
        approve(at.adminToken()).done();
        publish(alice).done();
        assertThat(isPublished("more.example/")).isTrue();
        assertThat(isStillPublished()).isFalse();
    }

    /// Proposing to allow something needs nobody, so it must not do anything.
    @Test
    void whatWaitsToBeAllowedTakesNothingOut() throws Exception {
        changeTogether(PAIR.twin() + "/page");
        publish(alice).done();
        allow(alice, "", PAIR.twin()).done();
        assertThat(open()).hasSize(1);
        changeTogether("more.example");
        publish(alice).done();
        assertThat(isStillPublished()).isTrue();
    }

    @Test
    void aHostInAListOfGuardsTakesNoApprovedEntryOut() throws Exception {
        at.admin("guards", "update", "--protected", at.file("protected.txt", PAIR.twin()).toString()).done();
        changeTogether("more.example");
        assertThat(publish(alice).refused(409, "needs-approval")).contains(PAIR.entry(), PAIR.twin(),
                "popular or protected", "'list rekey phishing'");
        approve(at.adminToken()).refused(409, "needs-approval");
        assertThat(isStillPublished()).isTrue();
        approve(bob).done();
        publish(alice).done();
        assertThat(isStillPublished()).isFalse();
    }

    @Test
    void withoutReviewItIsHeldAndSaid() throws Exception {
        at.admin("list", "create", "malware", "--category", "malware", "--seed", SEED).done();
        at.admin("add", "malware", PAIR.entry()).done();
        allow(alice, "", PAIR.twin()).done();
        assertThat(at.json("publish", "malware", "--dry-run").get("held").asLong()).isEqualTo(1);
        JsonNode report = at.json("publish", "malware", "--yes");
        assertThat(report.get("held").asLong()).isEqualTo(1);
        JsonNode rows = get(bob, "/audit?limit=1000").done().get("rows");
        assertThat(StreamSupport.stream(rows.spliterator(), false)
                .filter(row -> row.get("action").asText().equals("hold"))
                .map(row -> row.get("detail").asText())).singleElement()
                .satisfies(detail -> assertThat(detail).contains("key-collision", PAIR.entry(), PAIR.twin()));
    }
}
