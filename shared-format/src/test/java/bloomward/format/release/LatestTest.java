package bloomward.format.release;

import static bloomward.format.release.SampleReleases.ISSUED;
import static bloomward.format.release.SampleReleases.LATEST;
import static bloomward.format.release.SampleReleases.MANIFEST;
import static bloomward.format.release.SampleReleases.MANIFEST_NOTE;
import static bloomward.format.release.SampleReleases.PUBLISHER;
import static bloomward.format.release.SampleReleases.ROOT;
import static bloomward.format.release.SampleReleases.TIMESTAMP;
import static bloomward.format.release.SampleReleases.latest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.Digest;
import bloomward.format.release.ReleaseException.Reason;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LatestTest {

    private static final Digest NOTE = Digest.of(MANIFEST_NOTE.toBytes());

    @Test
    void isWrittenAsItWasRead() throws Exception {
        assertThat(Latest.parse(LATEST.toText())).isEqualTo(LATEST);
        assertThat(LATEST.toText()).isEqualTo("""
                bloomward latest v1
                example.org/bloomward
                manifest %s
                sequence 1795003200
                root 1
                issued 2026-11-18T12:01:00Z
                expires 2026-11-19T12:01:00Z
                """.formatted(NOTE));
    }

    @Test
    void isVerifiedByTheTimestampKeyAlone() throws Exception {
        assertThat(ROOT.latest(SignedNote.sign(LATEST.toText(), List.of(TIMESTAMP))).value()).isEqualTo(LATEST);
        SignedNote byPublisher = SignedNote.sign(LATEST.toText(), List.of(PUBLISHER));
        assertThatThrownBy(() -> ROOT.latest(byPublisher)).isInstanceOf(UntrustedNoteException.class);
    }

    @Test
    void isRefusedOfAnotherPublication() {
        Latest other = new Latest("example.net/other", NOTE, 1, 1, ISSUED, ISSUED.plusSeconds(1));
        SignedNote note = SignedNote.sign(other.toText(), List.of(TIMESTAMP));
        ReleaseErrors.assertRefused(Reason.OTHER_ORIGIN, () -> ROOT.latest(note));
    }

    @Test
    void saysThatANewerRootIsNeeded() throws Exception {
        ROOT.requireReached("latest", 1);
        ReleaseErrors.assertRefused(Reason.NEWER_ROOT, () -> ROOT.requireReached("latest", 2));
    }

    @Test
    void namesOneManifest() throws Exception {
        LATEST.requireNames(MANIFEST, NOTE);
        Digest other = Digest.of(new byte[0]);
        ReleaseErrors.assertRefused(Reason.OTHER_MANIFEST, () -> LATEST.requireNames(MANIFEST, other));
        Latest sequence = new Latest(LATEST.origin(), NOTE, 5, 1, LATEST.issued(), LATEST.expires());
        ReleaseErrors.assertRefused(Reason.OTHER_MANIFEST, () -> sequence.requireNames(MANIFEST, NOTE));
        Latest origin = new Latest("x", NOTE, LATEST.sequence(), 1, LATEST.issued(), LATEST.expires());
        ReleaseErrors.assertRefused(Reason.OTHER_ORIGIN, () -> origin.requireNames(MANIFEST, NOTE));
        Manifest ahead = new Manifest(MANIFEST.origin(), MANIFEST.sequence(), 2, ISSUED, MANIFEST.expires(), 1,
                MANIFEST.allow(), List.of());
        ReleaseErrors.assertRefused(Reason.OTHER_MANIFEST, () -> LATEST.requireNames(ahead, NOTE));
    }

    @Test
    void isDatedWithinTheValidityOfItsManifest() throws Exception {
        at(ISSUED).requireNames(MANIFEST, NOTE);
        at(MANIFEST.expires()).requireNames(MANIFEST, NOTE);
        ReleaseErrors.assertRefused(Reason.OUT_OF_TIME, () -> at(ISSUED.minusSeconds(1)).requireNames(MANIFEST, NOTE));
        ReleaseErrors.assertRefused(Reason.OUT_OF_TIME,
                () -> at(MANIFEST.expires().plusSeconds(1)).requireNames(MANIFEST, NOTE));
    }

    @Test
    void tellsFreshFromStaleFromExpired() {
        assertThat(freshness(LATEST.issued())).isEqualTo(Freshness.FRESH);
        assertThat(freshness(LATEST.expires().minusSeconds(1))).isEqualTo(Freshness.FRESH);
        assertThat(freshness(LATEST.expires())).isEqualTo(Freshness.STALE);
        assertThat(freshness(MANIFEST.expires().minusSeconds(1))).isEqualTo(Freshness.STALE);
        assertThat(freshness(MANIFEST.expires())).isEqualTo(Freshness.EXPIRED);
        assertThat(freshness(ROOT.expires())).isEqualTo(Freshness.EXPIRED);
        Latest beyond = latest(MANIFEST, MANIFEST_NOTE, MANIFEST.expires());
        assertThat(Freshness.of(ROOT, MANIFEST, beyond, MANIFEST.expires())).isEqualTo(Freshness.EXPIRED);
        Root shortLived = new Root(ROOT.origin(), 1, ISSUED, ISSUED.plusSeconds(1), ROOT.roots(), ROOT.publishers(),
                ROOT.timestamp(), List.of());
        assertThat(Freshness.of(shortLived, MANIFEST, LATEST, ISSUED.plusSeconds(1))).isEqualTo(Freshness.EXPIRED);
    }

    private static Freshness freshness(Instant effective) {
        return Freshness.of(ROOT, MANIFEST, LATEST, effective);
    }

    private static Latest at(Instant issued) {
        return latest(MANIFEST, MANIFEST_NOTE, issued);
    }
}
