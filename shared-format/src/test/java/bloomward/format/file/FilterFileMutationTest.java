package bloomward.format.file;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Mutations;
import bloomward.format.Mutations.Mutant;
import bloomward.format.Samples;
import bloomward.format.delta.Delta;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// One bit wrong, one byte missing, one byte more: refused, with the reason that belongs to the place.
final class FilterFileMutationTest {

    private static final byte[] PACKED = Samples.packedFile(Samples.SPEC, 9,
            Samples.randomKeys(new Random(1), 36, 150));
    private static final byte[] EMPTY = Samples.packedFile(Samples.SPEC, 1);
    private static final byte[] FLAT = Samples.flatFile(Samples.SPEC, 9, Samples.randomKeys(new Random(1), 36, 150));

    @Test
    void refusesEveryMutantOfAPackedFile() {
        Stream.of(PACKED, EMPTY).forEach(file -> {
            Mutations.flips(file).forEach(mutant -> refused(mutant, file.length));
            Mutations.cuts(file).forEach(mutant -> refused(mutant, file.length));
            Mutations.appended(file).forEach(mutant -> refused(mutant, file.length));
        });
    }

    @Test
    void refusesTheMutantsOfAFlatFile() {
        // Every bit of the fields and of the page's end, a sample of the page and of the blocks.
        Stream.of(Mutations.flips(FLAT).limit(100 * 8), Mutations.flips(FLAT).skip(4080 * 8).limit(32 * 8),
                Mutations.flips(FLAT, 100, 2000, 1), Mutations.cuts(FLAT, 0, 1000), Mutations.cuts(FLAT).limit(100),
                Mutations.cuts(FLAT).skip(4090), Mutations.appended(FLAT))
                .flatMap(mutants -> mutants)
                .forEach(mutant -> refused(mutant, FLAT.length));
    }

    @Test
    void refusesEveryMutantOfADelta() throws FormatException {
        byte[] delta = Samples.deltaFile(EMPTY, PACKED);
        Stream.of(Mutations.flips(delta), Mutations.cuts(delta), Mutations.appended(delta))
                .flatMap(mutants -> mutants)
                .forEach(mutant -> refused(mutant, delta.length));
    }

    /// The note and the trailer may be gone as a whole: the file is then unsigned. The note itself has its own
    /// signature.
    @Test
    void refusesEveryMutantOfASignedFileButThoseOfItsNote() throws FormatException {
        byte[] note = "dummy note\n".getBytes(StandardCharsets.UTF_8);
        byte[] signed = Samples.signed(EMPTY, note);
        int noteEnd = EMPTY.length + note.length;
        Mutations.flips(signed).forEach(mutant -> {
            if (mutant.at() < EMPTY.length) {
                refused(mutant, EMPTY.length);
            } else if (mutant.at() >= noteEnd) {
                assertThat(attempt(mutant).reason()).as("%s", mutant).isEqualTo(Reason.MALFORMED);
            }
        });
        Mutations.flips(signed)
                .filter(mutant -> mutant.at() >= EMPTY.length && mutant.at() < noteEnd)
                .forEach(mutant -> assertThat(noteOf(mutant.bytes())).isNotEqualTo(note).hasSameSizeAs(note));
        Mutations.cuts(signed)
                .skip(EMPTY.length + 1L)
                .forEach(mutant -> assertThat(attempt(mutant).reason()).as("%s", mutant).isEqualTo(Reason.MALFORMED));
        Mutations.appended(signed).forEach(mutant -> assertThat(attempt(mutant).reason()).isEqualTo(Reason.MALFORMED));
        assertThat(noteOf(EMPTY)).isEmpty();
    }

    private static void refused(Mutant mutant, int fileLength) {
        FormatException[] refusal = new FormatException[1];
        Mutations.requireFrugal(Mutations.allowedFor(mutant.bytes()), () -> refusal[0] = attempt(mutant));
        assertThat(refusal[0].reason()).as("%s: %s", mutant, refusal[0].getMessage())
                .isIn(reasonsAt(mutant, fileLength));
    }

    private static Set<Reason> reasonsAt(Mutant mutant, int fileLength) {
        if (mutant.bytes().length < fileLength) {
            return Set.of(Reason.TRUNCATED);
        }
        if (mutant.at() == fileLength) {
            return Set.of(Reason.MALFORMED);
        }
        if (mutant.at() == 3) { // may have become another type
            return Set.of(Reason.NOT_OUR_FILE, Reason.TRUNCATED, Reason.CHECKSUM);
        }
        if (mutant.at() < 8) {
            return Set.of(Reason.NOT_OUR_FILE);
        }
        if (mutant.at() < 10) {
            return Set.of(Reason.TOO_NEW, Reason.TOO_OLD);
        }
        return Set.of(Reason.CHECKSUM);
    }

    /// Opens a file by its type.
    private static FormatException attempt(Mutant mutant) {
        MemorySegment bytes = MemorySegment.ofArray(mutant.bytes());
        boolean delta = mutant.bytes().length > 3 && mutant.bytes()[3] == 'D';
        try {
            if (delta) {
                Delta.open(bytes);
            } else {
                FilterFile.open(bytes);
            }
        } catch (FormatException e) {
            return e;
        }
        throw new AssertionError(mutant + " was not refused");
    }

    private static byte[] noteOf(byte[] file) {
        try {
            return Samples.open(file).envelope().signature().toArray(ValueLayout.JAVA_BYTE);
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }
}
