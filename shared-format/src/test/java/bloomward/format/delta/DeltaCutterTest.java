package bloomward.format.delta;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatErrors;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.Mutations;
import bloomward.format.Samples;
import bloomward.format.file.Envelope;
import bloomward.format.file.Envelope.Written;
import bloomward.format.file.FilterFile;
import bloomward.format.key.KeySpec;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeltaCutterTest {

    @TempDir
    private Path folder;

    private static FilterFile random(long seed, int count) throws Exception {
        long[] keys = new Random(seed).longs(count, 0, 1L << Samples.SPEC.width()).sorted().distinct().toArray();
        return Samples.open(Samples.packedFile(Samples.SPEC, 5, keys));
    }

    /// Of one pass over the same bytes: the length that a delta has is the limit that it just meets.
    @Test
    void cutsWhatIsNoLongerThanTheLimit() throws Exception {
        for (long mostHeld : new long[] {0, 1 << 20}) {
            FilterFile from = random(1, 500);
            FilterFile to = random(2, 800);
            DeltaCutter cutter = DeltaCutter.to(to, mostHeld);
            byte[] delta = Samples.bytesOf(channel -> cutter.cut(from, Long.MAX_VALUE, channel));
            assertThat(delta).isEqualTo(Samples.bytesOf(channel -> Delta.cut(from, to, channel)));
            try (FileChannel out = FileChannel.open(folder.resolve("delta" + mostHeld), StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE)) {
                for (long most : LongStream.range(0, delta.length).toArray()) {
                    assertThat(cutter.cut(from, most, out)).as("at most %d", most).isEmpty();
                }
                assertThat(out.size()).isZero();
                Optional<Written> written = cutter.cut(from, delta.length, out);
                assertThat(written.map(Written::sizeInBytes)).contains((long) delta.length);
            }
        }
    }

    @Test
    void cutsBetweenFilesWithoutKeys() throws Exception {
        FilterFile none = random(1, 0);
        FilterFile some = random(1, 3);
        for (FilterFile from : new FilterFile[] {none, some}) {
            for (FilterFile to : new FilterFile[] {none, some}) {
                byte[] delta = Samples.bytesOf(channel -> DeltaCutter.to(to).cut(from, 1 << 20, channel));
                assertThat(delta).isEqualTo(Samples.bytesOf(channel -> Delta.cut(from, to, channel)));
            }
        }
    }

    @Test
    void refusesABaseOfAnotherList() throws Exception {
        FilterFile other = Samples.open(Samples.packedFile(new KeySpec(1, 40, 3), 1, 5, 6));
        DeltaCutter cutter = DeltaCutter.to(random(1, 10));
        FormatException refusal = FormatErrors
                .of(() -> Samples.bytesOf(channel -> cutter.cut(other, 1 << 20, channel)));
        assertThat(refusal.reason()).isEqualTo(Reason.WRONG_BASE);
        assertThat(refusal).hasMessageContaining("they must be equal");
    }

    /// Keys of an envelope are not looked at before they are compared.
    @Test
    void refusesABaseWhoseKeysBreakTheirCode() throws Exception {
        DeltaCutter cutter = DeltaCutter.to(random(1, 10));
        byte[] base = Samples.packedFile(Samples.SPEC, 5, 1, 2, 3, 4);
        for (long entries : new long[] {0, 3, 5, 100}) {
            byte[] other = Mutations.withField(base, 40, 8, entries);
            FormatException refusal = FormatErrors.of(() -> Samples
                    .bytesOf(channel -> cutter.cut(Envelope.open(MemorySegment.ofArray(other)), 1 << 20, channel)));
            assertThat(refusal.reason()).as("%d entries", entries).isEqualTo(Reason.MALFORMED);
        }
        byte[] flat = Samples.flatFile(Samples.SPEC, 5, 1, 2, 3, 4);
        assertThat(FormatErrors
                .of(() -> Samples
                        .bytesOf(channel -> cutter.cut(Envelope.open(MemorySegment.ofArray(flat)), 1 << 20, channel)))
                .reason()).isEqualTo(Reason.OTHER_TYPE);
    }
}
