package bloomward.format.release;

import static bloomward.format.release.SampleReleases.ISSUED;
import static bloomward.format.release.SampleReleases.LATEST;
import static bloomward.format.release.SampleReleases.MANIFEST;
import static bloomward.format.release.SampleReleases.MANIFEST_NOTE;
import static bloomward.format.release.SampleReleases.PUBLISHER;
import static bloomward.format.release.SampleReleases.ROOT;
import static bloomward.format.release.SampleReleases.ROOT_A;
import static bloomward.format.release.SampleReleases.ROOT_B;
import static bloomward.format.release.SampleReleases.TIMESTAMP;
import static bloomward.format.release.SampleReleases.key;
import static bloomward.format.release.SampleReleases.keys;
import static bloomward.format.release.SampleReleases.latest;
import static bloomward.format.release.SampleReleases.manifest;
import static bloomward.format.release.SampleReleases.root;
import static bloomward.format.release.SampleReleases.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.release.ReleaseException.Reason;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.UntrustedNoteException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// An agent never goes back, and recovers from any belief that a thief of keys has planted.
final class FloorTest {

    private static final Floor SEEN = new Floor(1, MANIFEST.sequence(), LATEST.issued());

    @Test
    void risesWithWhatWasVerified() throws Exception {
        Floor first = Floor.at(ROOT);
        assertThat(first).isEqualTo(new Floor(1, 0, Instant.EPOCH));
        assertThat(first.raisedTo(MANIFEST, LATEST)).isEqualTo(SEEN);
        assertThat(SEEN.raisedTo(MANIFEST, LATEST)).isEqualTo(SEEN);
    }

    @Test
    void refusesWhatIsOlder() throws Exception {
        SEEN.requireReachedBy(ROOT);
        SEEN.requireReachedBy(MANIFEST);
        SEEN.requireReachedBy(LATEST);
        assertRolledBack(() -> new Floor(2, 0, Instant.EPOCH).requireReachedBy(ROOT));
        assertRolledBack(() -> SEEN.requireReachedBy(manifest(MANIFEST.sequence() - 1)));
        assertRolledBack(() -> SEEN.requireReachedBy(latest(MANIFEST, MANIFEST_NOTE, LATEST.issued().minusSeconds(1))));
        Manifest older = manifest(MANIFEST.sequence() - 1);
        assertRolledBack(() -> SEEN.requireReachedBy(latest(older, MANIFEST_NOTE, LATEST.issued().plusSeconds(9))));
        assertRolledBack(() -> SEEN.raisedTo(older, latest(older, MANIFEST_NOTE, LATEST.issued().plusSeconds(9))));
    }

    @Test
    void aManifestAndAnotherOnesLatestRaiseNothing() {
        Manifest other = manifest(MANIFEST.sequence() + 1);
        ReleaseErrors.assertRefused(Reason.OTHER_MANIFEST, () -> SEEN.raisedTo(other, LATEST));
    }

    @Test
    void aClockThatIsSetBackMakesNothingValidAgain() {
        assertThat(SEEN.effectiveTime(Instant.EPOCH)).isEqualTo(LATEST.issued());
        Instant later = LATEST.issued().plusSeconds(1);
        assertThat(SEEN.effectiveTime(later)).isEqualTo(later);
    }

    @Test
    void aRootThatTakesNoKeyAwayResetsNothing() throws Exception {
        Root more = root(2, ROOT.roots(), keys(2, PUBLISHER, key("second")), TIMESTAMP);
        assertThat(SEEN.raisedTo(ROOT, more)).isEqualTo(new Floor(2, SEEN.sequence(), SEEN.latestIssued()));
    }

    @Test
    void aRootThatTakesAPublisherAwayResetsTheSequence() throws Exception {
        Root other = root(2, ROOT.roots(), keys(1, key("second")), TIMESTAMP);
        assertThat(SEEN.raisedTo(ROOT, other)).isEqualTo(new Floor(2, 0, SEEN.latestIssued()));
    }

    @Test
    void aRootWithAnotherTimestampKeyResetsTheDate() throws Exception {
        Root other = root(2, ROOT.roots(), ROOT.publishers(), key("second"));
        assertThat(SEEN.raisedTo(ROOT, other)).isEqualTo(new Floor(2, SEEN.sequence(), Instant.EPOCH));
    }

    @Test
    void aChainResetsWhatAnyStepTookAway() throws Exception {
        Root without = root(2, ROOT.roots(), keys(1, key("second")), TIMESTAMP);
        Root again = root(3, ROOT.roots(), ROOT.publishers(), TIMESTAMP);
        RootChain chain = new RootChain(ROOT, SEEN)
                .follow(List.of(signed(without, ROOT_A, ROOT_B), signed(again, ROOT_A, ROOT_B)));
        assertThat(chain).isEqualTo(new RootChain(again, new Floor(3, 0, SEEN.latestIssued())));
    }

    @Test
    void noStepMayBeLeftOutOrComeFromStrangers() throws Exception {
        RootChain start = new RootChain(ROOT, SEEN);
        assertThat(start.follow(List.of())).isEqualTo(start);
        ReleaseErrors.assertRefused(Reason.BROKEN_CHAIN, () -> start.follow(List.of(signed(root(3), ROOT_A, ROOT_B))));
        SigningKey thief = key("thief");
        TrustedKeys own = keys(1, thief);
        Root stolen = root(3, own, own, thief);
        List<SignedNote> notes = List.of(signed(root(2), ROOT_A, ROOT_B), signed(stolen, thief));
        assertThatThrownBy(() -> start.follow(notes)).isInstanceOf(UntrustedNoteException.class);
    }

    @Test
    void whoSleptForYearsComesThroughExpiredRoots() throws Exception {
        List<SignedNote> notes = new ArrayList<>();
        LongStream.rangeClosed(2, 1 + RootChain.MAX_STEPS)
                .forEach(version -> notes.add(signed(shortLived(version), ROOT_A, ROOT_B)));
        RootChain chain = new RootChain(ROOT, SEEN).follow(notes);
        assertThat(chain.floor().rootVersion()).isEqualTo(257);
        notes.add(signed(shortLived(258), ROOT_A, ROOT_B));
        ReleaseErrors.assertRefused(Reason.BROKEN_CHAIN, () -> new RootChain(ROOT, SEEN).follow(notes));
    }

    private static Root shortLived(long version) {
        return new Root(ROOT.origin(), version, ISSUED, ISSUED.plusSeconds(1), ROOT.roots(), ROOT.publishers(),
                ROOT.timestamp(), List.of());
    }

    private static void assertRolledBack(ThrowingCallable call) {
        ReleaseErrors.assertRefused(Reason.ROLLED_BACK, call);
    }
}
