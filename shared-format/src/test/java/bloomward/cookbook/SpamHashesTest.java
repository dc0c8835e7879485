package bloomward.cookbook;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.FullHash;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// *Was this mail reported as spam?* Bodies are compared by digest, after all that spammers vary has been taken out.
///
/// Kind: flat, 23.7 bits a body at 0.01 %. A mail server only reads it, in many processes at once: all of them map one
/// file, and the memory is there once. A hit is counted towards a score, so no second look is needed.
final class SpamHashesTest {

    private static final KeySpec SPEC = new KeySpec(0, 40, 9);
    private static final KeyHash HASH = SPEC.keyHash();
    private static final int REPORTED = 10_000;

    @Test
    void recognisesABodyHoweverItIsDressed(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("spam");
        write(file);
        try (Arena arena = Arena.ofConfined(); FileChannel channel = FileChannel.open(file)) {
            FlatFilter spam = FlatFilter.over(SPEC, REPORTED, channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
            assertThat(spam.sizeInBits() / (double) REPORTED).isLessThan(24);
            assertThat(spam.mightContain(hashOf("Buy 17 pills now!"))).isTrue();
            assertThat(spam.mightContain(hashOf("  BUY\r\n 17   pills\tNOW!  "))).as("dressed up").isTrue();
            assertThat(spam.mightContain(hashOf("Shall we meet at noon?"))).isFalse();
            long mistaken = IntStream.range(0, 100_000).filter(i -> spam.mightContain(hashOf("Dear " + i))).count();
            assertThat(mistaken).as("of 100,000 honest mails").isLessThan(25);
        }
    }

    private static void write(Path file) throws IOException {
        long[] keys = IntStream.range(0, REPORTED)
                .mapToLong(i -> SPEC.keyOf(hashOf("buy " + i + " pills now!")))
                .sorted()
                .distinct()
                .toArray();
        PackedFilter packed = PackedFilter.of(SPEC, FlatSizing.blocksFor(SPEC, keys.length, 1e-4), keys, keys.length);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            FlatFilter.write(packed, out);
        }
    }

    private static long hashOf(String body) {
        byte[] plain = body.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        return HASH.of(FullHash.of(plain, 0, plain.length).toBytes());
    }
}
