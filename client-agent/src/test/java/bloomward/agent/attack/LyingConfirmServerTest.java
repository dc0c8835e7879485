package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Clean;
import bloomward.agent.check.Verdict.Listed;
import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.BucketTree;
import bloomward.format.confirm.BucketWriter;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.key.FullHash;
import bloomward.format.release.ListRelease;
import bloomward.format.url.Scope;
import bloomward.format.wire.PublicPath.Confirm;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Lying confirm server: it is asked whether a hit is a listing, and would hide one or invent one. Each answer is a whole
/// bucket that leads to the root in the signed manifest; one that does not says nothing, and then the hit counts.
final class LyingConfirmServerTest extends Attack {

    private static final String EXPRESSION = "host7.example/";

    private ListRelease list() {
        return scene.first().manifest().list("phishing").orElseThrow();
    }

    private static FullHash hash(String expression) {
        byte[] bytes = expression.getBytes(StandardCharsets.US_ASCII);
        return FullHash.of(bytes, 0, bytes.length);
    }

    private Bucket honest() throws Exception {
        int number = list().confirmBits().bucketOf(hash(EXPRESSION));
        return ConfirmAnswer.parse(scene.file(new Confirm(list().confirmRoot(), number)))
                .prove(list().confirmRoot(), list().confirmBits(), number);
    }

    /// The lie is not believed, and the answer of the filters stands.
    private void isNotBelieved(HostileProxy.Deed lie) throws Exception {
        line.on(Confirm.class, lie);
        victim.restart();
        assertThat(victim.verdict(Scene.LISTED)).isInstanceOfSatisfying(Listed.class, listed -> {
            assertThat(listed.match().confirmed()).isFalse();
            assertThat(listed.match().category()).isEmpty();
        });
        line.repent();
        victim.restart();
        assertThat(victim.verdict(Scene.LISTED)).isInstanceOfSatisfying(Listed.class,
                listed -> assertThat(listed.match().confirmed()).isTrue());
        victim.requireUnharmed();
    }

    /// The bucket as it is but for some records, with the proof of the honest one.
    private HostileProxy.Deed lying(List<ConfirmRecord> records) throws Exception {
        byte[] leaf = Bucket.of(list().confirmBits(), honest().number(), records).toBytes();
        return HostileProxy.changing(bytes -> {
            int proof = list().confirmBits().count() * 32;
            byte[] lie = new byte[24 + leaf.length + proof];
            System.arraycopy(bytes, 0, lie, 0, 24);
            lie[16] = (byte) leaf.length;
            lie[17] = (byte) (leaf.length >> 8);
            System.arraycopy(leaf, 0, lie, 24, leaf.length);
            System.arraycopy(bytes, bytes.length - proof, lie, 24 + leaf.length, proof);
            return lie;
        });
    }

    @Test
    void cannotHideAListing() throws Exception {
        List<ConfirmRecord> records = new ArrayList<>(honest().records());
        assertThat(records.removeIf(record -> record.hash().equals(hash(EXPRESSION)))).isTrue();
        isNotBelieved(lying(records));
        isNotBelieved(lying(List.of()));
    }

    /// Not even another reason for a listed URL.
    @Test
    void cannotInventAListing() throws Exception {
        List<ConfirmRecord> records = new ArrayList<>(honest().records());
        records.add(new ConfirmRecord(hash(EXPRESSION), Scope.HOST, new Category("malware")));
        isNotBelieved(lying(records.stream().sorted().toList()));
    }

    /// A bucket in which it is not, and which is proven.
    @Test
    void cannotAnswerForAnotherBucket() throws Exception {
        int number = (honest().number() + 1) % list().confirmBits().buckets();
        byte[] other = scene.file(new Confirm(list().confirmRoot(), number));
        isNotBelieved(HostileProxy.sending(other));
        byte[] renamed = other.clone();
        renamed[12] = (byte) honest().number();
        isNotBelieved(HostileProxy.sending(renamed));
    }

    @Test
    void cannotAnswerForAnotherVersionOrList() throws Exception {
        ListRelease next = scene.second().manifest().list("phishing").orElseThrow();
        isNotBelieved(HostileProxy.sending(scene.file(new Confirm(next.confirmRoot(), honest().number()))));
        ListRelease malware = scene.first().manifest().list("malware").orElseThrow();
        isNotBelieved(HostileProxy.sending(scene.file(new Confirm(malware.confirmRoot(), 0))));
    }

    /// A tree of its own in which nothing is listed, with a proof that leads to its root.
    @Test
    void cannotAnswerFromATreeOfItsOwn() throws Exception {
        BucketTree tree = new BucketWriter(list().confirmBits(), OutputStream.nullOutputStream()).finish().tree();
        byte[] answer = ConfirmAnswer.of(tree, Bucket.of(list().confirmBits(), honest().number(), List.of())).toBytes();
        isNotBelieved(HostileProxy.sending(answer));
    }

    @Test
    void gainsNothingByAnAnswerThatIsCut() throws Exception {
        byte[] honest = scene.file(new Confirm(list().confirmRoot(), honest().number()));
        for (int length : new int[] {0, 1, 8, 23, 24, 32, honest.length / 2, honest.length - 1}) {
            isNotBelieved(HostileProxy.sending(Arrays.copyOf(honest, length)));
            isNotBelieved(HostileProxy.saying(Answer.of(Arrays.copyOf(honest, length)).announcing(honest.length)));
        }
        isNotBelieved(HostileProxy.sending(Arrays.copyOf(honest, honest.length + 1)));
    }

    @Test
    void gainsNothingBySayingNothing() throws Exception {
        for (int status : new int[] {204, 304, 403, 404, 410, 429, 500, 503}) {
            isNotBelieved(HostileProxy.saying(Answer.of(status, new byte[0])));
        }
    }

    /// Publishers signed a root without the entry, as if its key were another one's: that is proven, and only that makes a
    /// hit clean.
    @Test
    void isBelievedWhereItProvesThatNothingIsListed() throws Exception {
        BucketTree tree = new BucketWriter(list().confirmBits(), OutputStream.nullOutputStream()).finish().tree();
        Forgery.of(scene)
                .list("phishing", list -> new ListRelease(list.name(), list.version() + 1, list.spec(), list.entries(),
                        list.ratePerMillion(), list.packed(), list.flat(), tree.root(), tree.bits(), list.categories()))
                .serve(line);
        assertThat(victim.poll().toString()).startsWith("Updated");
        line.on(new Confirm(tree.root(), honest().number()), HostileProxy
                .sending(ConfirmAnswer.of(tree, Bucket.of(tree.bits(), honest().number(), List.of())).toBytes()));
        victim.restart();
        assertThat(victim.verdict(Scene.LISTED)).isInstanceOf(Clean.class);
    }
}
