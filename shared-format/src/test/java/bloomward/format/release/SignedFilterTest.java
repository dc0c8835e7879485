package bloomward.format.release;

import static bloomward.format.release.SampleReleases.ISSUED;
import static bloomward.format.release.SampleReleases.PUBLISHER;
import static bloomward.format.release.SampleReleases.ROOT;
import static bloomward.format.release.SampleReleases.key;
import static bloomward.format.release.SampleReleases.keys;
import static bloomward.format.release.SampleReleases.list;
import static bloomward.format.release.SampleReleases.root;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Mutations;
import bloomward.format.Mutations.Mutant;
import bloomward.format.Samples;
import bloomward.format.file.FileType;
import bloomward.format.sign.UntrustedNoteException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SignedFilterTest {

    private static final byte[] SIGNED = joined(SignedSample.PACKED, SignedFilter.tail(SignedSample.NOTE));

    @TempDir
    Path folder;

    @Test
    void isOpenedByTheRootAlone() throws Exception {
        try (SignedFilter signed = open(SIGNED)) {
            assertThat(signed.list()).isEqualTo(SignedSample.LIST);
            assertThat(signed.manifest().signers()).containsExactly(PUBLISHER.verifierKey());
            assertThat(signed.file().envelope().type()).isEqualTo(FileType.PACKED);
            TestEntries.check(signed.list(),
                    expression -> signed.file().filter().mightContain(SignedSample.SPEC.keyHash().of(expression)));
        }
        try (SignedFilter signed = open(joined(SignedSample.FLAT, SignedFilter.tail(SignedSample.NOTE)))) {
            assertThat(signed.file().envelope().type()).isEqualTo(FileType.FLAT);
            assertThat(signed.list()).isEqualTo(SignedSample.LIST);
        }
    }

    @Test
    void saysThatItHasExpired() throws Exception {
        Path file = Files.write(folder.resolve("file.bloom"), SIGNED);
        Instant expires = SampleReleases.MANIFEST.expires();
        try (SignedFilter fresh = SignedFilter.open(file, ROOT, expires.minusSeconds(1));
                SignedFilter expired = SignedFilter.open(file, ROOT, expires)) {
            assertThat(fresh.freshness()).isEqualTo(Freshness.FRESH);
            assertThat(expired.freshness()).isEqualTo(Freshness.EXPIRED);
        }
    }

    @Test
    void isComposedWithoutReadingIt() throws Exception {
        Path packed = Files.write(folder.resolve("packed"), SignedSample.PACKED);
        Path out = folder.resolve("out");
        try (FileChannel from = FileChannel.open(packed);
                FileChannel to = FileChannel.open(out, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            SignedFilter.compose(from, SignedSample.NOTE, to);
        }
        assertThat(out).hasBinaryContent(SIGNED);
        assertThat(SIGNED).isEqualTo(Samples.signed(SignedSample.PACKED, SignedSample.NOTE.toBytes()));
    }

    @Test
    void refusesAFileThatIsNotSigned() {
        assertRefused(ReleaseException.Reason.UNSIGNED, SignedSample.PACKED);
        assertRefused(ReleaseException.Reason.UNSIGNED, Arrays.copyOf(SIGNED, 8));
    }

    @Test
    void refusesAFileThatTheManifestDoesNotName() {
        byte[] other = Samples.packedFile(SignedSample.SPEC, 1, 1, 2);
        assertRefused(ReleaseException.Reason.NOT_NAMED, joined(other, SignedFilter.tail(SignedSample.NOTE)));
        assertRefused(ReleaseException.Reason.NOT_NAMED,
                joined(SignedSample.PACKED, SignedFilter.tail(SignedSample.note(list("malware", 1)))));
    }

    @Test
    void refusesWhatPublishersDidNotSign() {
        Root other = root(1, ROOT.roots(), keys(1, key("other")), key("t"));
        assertThatThrownBy(() -> open(SIGNED, other)).isInstanceOf(UntrustedNoteException.class);
    }

    @Test
    void refusesAFileWhoseHeaderIsNotWhatWasSigned() {
        ListRelease l = SignedSample.LIST;
        ListRelease wrong = new ListRelease(l.name(), l.version(), l.spec(), l.entries() + 1, 1, l.packed(), l.flat(),
                l.confirmRoot(), l.confirmBits(), l.categories());
        ReleaseErrors.assertRefused(Reason.MALFORMED,
                () -> open(joined(SignedSample.PACKED, SignedFilter.tail(SignedSample.note(wrong)))));
    }

    @Test
    void refusesWhatIsNoFilter() {
        ReleaseErrors.assertRefused(Reason.NOT_OUR_FILE, () -> open("<html>".getBytes(US_ASCII)));
        ReleaseErrors.assertRefused(Reason.NOT_OUR_FILE, () -> open(new byte[0]));
        ReleaseErrors.assertRefused(Reason.OTHER_TYPE,
                () -> open(Samples.deltaFile(SignedSample.PACKED, Samples.packedFile(SignedSample.SPEC, 1, 1))));
        byte[] noNote = joined(SignedSample.PACKED, SignedFilter.tail(SignedSample.NOTE));
        Arrays.fill(noNote, noNote.length - 16, noNote.length - 8, (byte) 0x7f);
        ReleaseErrors.assertRefused(Reason.MALFORMED, () -> open(noNote));
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> SignedFilter.open(folder.resolve("none"), ROOT, ISSUED));
    }

    /// One bit of each byte: which one it is tells nothing, as nothing is looked at before signature and digest.
    @Test
    void everyByteFlippedAndEveryCutIsRefused() throws Exception {
        List<Mutant> flips = Mutations.flips(SIGNED).toList();
        for (int at = 0; at < SIGNED.length; at++) {
            assertRefused(flips.get(8 * at + at % 8));
        }
        for (Mutant mutant : Stream.concat(Mutations.cuts(SIGNED), Mutations.appended(SIGNED)).toList()) {
            assertRefused(mutant);
        }
    }

    private void assertRefused(Mutant mutant) throws IOException {
        try (SignedFilter signed = open(mutant.bytes())) {
            throw new AssertionError(mutant + " gave " + signed.list());
        } catch (FormatException | UntrustedNoteException | ReleaseException _) {
            // as it must be
        }
    }

    private SignedFilter open(byte[] bytes)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        return open(bytes, ROOT);
    }

    private SignedFilter open(byte[] bytes, Root root)
            throws IOException, FormatException, UntrustedNoteException, ReleaseException {
        return SignedFilter.open(Files.write(folder.resolve("file.bloom"), bytes), root, ISSUED);
    }

    private void assertRefused(ReleaseException.Reason reason, byte[] bytes) {
        ReleaseErrors.assertRefused(reason, () -> open(bytes));
    }

    private static byte[] joined(byte[] file, byte[] tail) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(file);
        out.writeBytes(tail);
        return out.toByteArray();
    }
}
