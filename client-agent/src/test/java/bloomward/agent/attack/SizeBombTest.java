package bloomward.agent.attack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.format.Digest;
import bloomward.format.release.FileRef;
import bloomward.format.testing.Needs;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Confirm;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Size bomb: a small file that says it is, or becomes, a huge one. Nothing is unpacked on the way, and the claims of a
/// header are compared with the bytes that are there and with the signed sizes before any memory is reserved for them.
/// This holds for files that publishers signed, too.
final class SizeBombTest extends Attack {

    private static final int ENTRIES_AT = 40;
    private static final int BLOCKS_AT = 48;

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "x-gzip, gzip"})
    void unpacksNothing(String coding) throws Exception {
        line.on(PublicPath.Latest.class,
                (_, _) -> Answer.of(gzip(new byte[64 << 20])).header("Content-Encoding", coding));
        victim.refuses(Failure.UNREACHABLE, "/v1/latest", "content coding ", "which was not requested");
        victim.recovers();
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /// Signed by publishers: a packed file of a thousand bytes that becomes a flat file of a gigabyte.
    @Test
    void makesNoFlatFileThatIsLongerThanWasSigned() throws Exception {
        byte[] bomb = Packed.header(scene.file(scene.second().packed("phishing")), 64,
                header -> header.putLong(BLOCKS_AT, 1L << 24));
        FileRef flat = scene.second().manifest().list("phishing").orElseThrow().flat();
        Forgery.of(scene)
                .list("phishing", list -> Forgery.with(list, FileRef.of(bomb), flat))
                .file(ContentKind.PACKED, bomb)
                .serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "list phishing, flat file", "1073745924 bytes",
                "the manifest names");
        assertThat(sizeOf(victim.folder().resolve("partial"))).isZero();
        recoversByWhatIsPublishedNext();
    }

    private static long sizeOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    /// Signed by publishers: more entries than there can be in so many bytes.
    @ParameterizedTest
    @ValueSource(longs = {1L << 20, 1L << 31, 1L << 36, Long.MAX_VALUE, -1})
    void refusesAFileThatClaimsMoreEntriesThanItHas(long entries) throws Exception {
        byte[] bomb = Packed.header(scene.file(scene.second().packed("phishing")), 64,
                header -> header.putLong(ENTRIES_AT, entries));
        Forgery.of(scene)
                .list("phishing", list -> Forgery.with(list, FileRef.of(bomb), list.flat()))
                .file(ContentKind.PACKED, bomb)
                .serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "list phishing, packed file: malformed: ");
        recoversByWhatIsPublishedNext();
    }

    /// Signed by publishers: a file that would fill the disk is not begun.
    @Test
    void fetchesNoFileThatLeavesNoRoom() throws Exception {
        long free = Files.getFileStore(victim.folder()).getUsableSpace();
        Needs.require(free < 1L << 41, "a disk that a tebibyte fills half");
        Forgery.of(scene)
                .list("phishing",
                        list -> Forgery.with(list, new FileRef(Digest.of(new byte[1]), 1L << 40), list.flat()))
                .serve(line);
        victim.refusesAboveItsFloor(Failure.LOCAL, "list phishing, packed file: 1099511627776 bytes are to come, and ");
        assertThat(line.asked()).noneMatch(asked -> content(ContentKind.PACKED).test(asked.path()));
        recoversByWhatIsPublishedNext();
    }

    /// Signed by publishers: an allow file for which there is no memory is not fetched.
    @Test
    void fetchesNoAllowFileThatIsLongerThanAnyMayBe() throws Exception {
        Forgery.of(scene).allow(new FileRef(scene.second().manifest().allow().digest(), (4 << 20) + 1)).serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "allow file: ", " possible: 4194304");
        assertThat(line.asked()).noneMatch(asked -> content(ContentKind.ALLOW).test(asked.path()));
        recoversByWhatIsPublishedNext();
    }

    @Test
    void fetchesNoAllowFileOfVersionTwoThatIsLongerThanAnyMayBe() throws Exception {
        Forgery.of(scene).allowV2(new FileRef(Digest.of(new byte[1]), (4 << 20) + 1)).serve(line);
        victim.refusesAboveItsFloor(Failure.REFUSED, "allow file: ", " possible: 4194304");
        assertThat(line.asked()).noneMatch(asked -> content(ContentKind.ALLOW).test(asked.path()));
        recoversByWhatIsPublishedNext();
    }

    /// Claims of a delta about its base, itself and its result.
    @Test
    void isNotMisledByWhatADeltaClaims() throws Exception {
        isNotMisledByClaims(1L << 36, Long.MAX_VALUE, -1);
    }

    @Test
    @Tag("long")
    void isNotMisledByAnyClaimOfADelta() throws Exception {
        isNotMisledByClaims(1L << 20, 1L << 35, 1L << 36, Long.MAX_VALUE, -1);
    }

    private void isNotMisledByClaims(long... claims) throws Exception {
        for (int field : new int[] {ENTRIES_AT, BLOCKS_AT, 56, 80, 88, 96}) {
            for (long claim : claims) {
                anotherVictim();
                line.on(DeltaFile.class, HostileProxy
                        .changing(bytes -> Packed.header(bytes, 128, header -> header.putLong(field, claim))));
                assertThat(victim.updates().lists()).as("%d at %d", claim, field)
                        .extracting(ListChange::deltas)
                        .containsOnly(0);
            }
        }
    }

    /// Numbers of an answer: bits, length of the leaf, length of the proof, and the count of records in it.
    @Test
    void isNotMisledByWhatAConfirmAnswerClaims() throws Exception {
        for (int field : new int[] {8, 16, 20, 28}) {
            for (int claim : new int[] {1 << 16, 1 << 22, Integer.MAX_VALUE, -1}) {
                victim.restart();
                line.on(Confirm.class, HostileProxy.changing(claiming(field, claim)));
                assertThat(victim.verdict(Scene.LISTED)).as("%d at %d", claim, field)
                        .isInstanceOfSatisfying(Listed.class,
                                listed -> assertThat(listed.match().confirmed()).isFalse());
            }
        }
        line.repent();
        victim.restart().requireUnharmed();
    }

    private static UnaryOperator<byte[]> claiming(int field, int claim) {
        return bytes -> {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(field, claim);
            return bytes;
        };
    }

    /// A note of which nothing but signature lines is long.
    @Test
    void readsNoNoteWithMoreSignaturesThanThereMayBe() throws Exception {
        String note = new String(scene.second().latestNote().toBytes(), UTF_8);
        String signature = note.substring(note.lastIndexOf('\n', note.length() - 2) + 1);
        line.on(PublicPath.Latest.class, HostileProxy.sending((note + signature.repeat(100)).getBytes(UTF_8)));
        victim.refuses(Failure.REFUSED, "/v1/latest: malformed: ", "more than 100 signature lines");
        victim.recovers();
    }
}
