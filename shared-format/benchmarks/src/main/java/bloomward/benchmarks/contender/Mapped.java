package bloomward.benchmarks.contender;

import bloomward.format.FormatException;
import bloomward.format.file.FilterFile;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatBuilder;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.FlatSizing;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// The product's filters: written to files, and opened with all checks.
final class Mapped implements Contender {

    private final FilterFile file;
    private final long sizeInBytes;
    private final Filter filter;
    private final KeyHash hash;

    private Mapped(Writing writing) throws IOException {
        Path path = Files.createTempFile("bloomward", ".bloom");
        try (FileChannel out = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            writing.to(out);
            this.sizeInBytes = out.size();
            this.file = FilterFile.open(path);
        } catch (FormatException e) {
            throw new IllegalStateException(e);
        } finally {
            Files.delete(path); // the mapping stays valid
        }
        this.filter = file.filter();
        this.hash = file.hash().keyHash();
    }

    /// Writes a file.
    private interface Writing {
        void to(FileChannel out) throws IOException;
    }

    /// The form in memory.
    static Mapped flat(byte[][] keys) throws IOException {
        KeySpec spec = spec(keys);
        KeyHash hash = spec.keyHash();
        long blocks = FlatSizing.blocksFor(spec, keys.length, RATE);
        try (Arena arena = Arena.ofConfined()) {
            FlatBuilder builder = FlatBuilder.into(spec,
                    arena.allocate(blocks * FlatFilter.BLOCK_IN_BYTES, FlatFilter.BLOCK_IN_BYTES));
            for (byte[] key : keys) {
                builder.add(hash.of(key));
            }
            return new Mapped(out -> FilterFile.writeFlat(out, builder.finish()));
        }
    }

    /// The form on disk and on the wire, which confirms the hits of the flat one.
    static Mapped packed(byte[][] keys) throws IOException {
        KeySpec spec = spec(keys);
        KeyHash hash = spec.keyHash();
        long[] sorted = Arrays.stream(keys).mapToLong(key -> spec.keyOf(hash.of(key))).sorted().distinct().toArray();
        long blocks = FlatSizing.blocksFor(spec, sorted.length, RATE);
        PackedFilter packed = PackedFilter.of(spec, blocks, sorted, sorted.length);
        return new Mapped(out -> FilterFile.writePacked(out, packed));
    }

    private static KeySpec spec(byte[][] keys) {
        return new KeySpec(0, KeySpec.widthFor(keys.length), 1);
    }

    Filter filter() {
        return filter;
    }

    KeyHash hash() {
        return hash;
    }

    @Override
    public boolean mightContain(byte[] key) {
        return filter.mightContain(hash.of(key));
    }

    @Override
    public long sizeInBits() {
        return filter.sizeInBits();
    }

    @Override
    public long mappedBytes() {
        return sizeInBytes;
    }

    @Override
    public void close() {
        file.close();
    }
}
