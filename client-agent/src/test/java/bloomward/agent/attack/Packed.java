package bloomward.agent.attack;

import bloomward.format.file.FilterFile;
import bloomward.format.filter.PackedFilter;
import bloomward.format.key.KeyCursor;
import bloomward.format.release.FileRef;
import bloomward.format.wire.PublicPath.ContentKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/// Packed files as a thief makes them: good ones of other keys, and ones whose header lies under a right checksum.
final class Packed {

    private Packed() {}

    /// The file with other keys.
    ///
    /// @param change of the keys, which stay sorted and different
    static byte[] changed(byte[] packed, Consumer<List<Long>> change) throws Exception {
        try (FilterFile file = FilterFile.open(MemorySegment.ofArray(packed))) {
            PackedFilter filter = file.packed();
            List<Long> keys = new ArrayList<>();
            KeyCursor cursor = filter.keys();
            for (long key = cursor.next(); key != KeyCursor.END; key = cursor.next()) {
                keys.add(key);
            }
            change.accept(keys);
            long[] sorted = keys.stream().mapToLong(key -> key).sorted().distinct().toArray();
            PackedFilter other = PackedFilter.of(filter.spec(), filter.flatBlocks(), sorted, sorted.length);
            return written(out -> FilterFile.writePacked(out, other));
        }
    }

    /// Its flat file.
    static byte[] flat(byte[] packed) throws Exception {
        try (FilterFile file = FilterFile.open(MemorySegment.ofArray(packed))) {
            PackedFilter filter = file.packed();
            return written(out -> FilterFile.writeFlat(out, filter));
        }
    }

    /// The key of an expression in it.
    static long key(byte[] packed, String expression) throws Exception {
        try (FilterFile file = FilterFile.open(MemorySegment.ofArray(packed))) {
            PackedFilter filter = file.packed();
            return filter.spec().keyOf(filter.spec().keyHash().of(expression));
        }
    }

    private static long entries(byte[] packed) throws Exception {
        try (FilterFile file = FilterFile.open(MemorySegment.ofArray(packed))) {
            return file.packed().entries();
        }
    }

    /// The file with another header, of which the checksum is right.
    ///
    /// @param headerLength 64 of a packed file, 128 of a delta
    static byte[] header(byte[] file, int headerLength, Consumer<ByteBuffer> change) {
        byte[] changed = file.clone();
        ByteBuffer header = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
        change.accept(header);
        CRC32C checksum = new CRC32C();
        checksum.update(changed, 0, headerLength - 4);
        header.putInt(headerLength - 4, (int) checksum.getValue());
        return changed;
    }

    /// A forgery whose manifest names a packed file and its flat one.
    static Forgery of(Forgery forgery, String list, byte[] packed, byte[] flat) throws Exception {
        long entries = entries(packed);
        return forgery
                .list(list,
                        release -> Forgery.entries(Forgery.with(release, FileRef.of(packed), FileRef.of(flat)),
                                entries))
                .file(ContentKind.PACKED, packed);
    }

    @FunctionalInterface
    private interface Writing {
        Object to(FileChannel out) throws IOException;
    }

    private static byte[] written(Writing writing) {
        try {
            Path file = Files.createTempFile("packed", ".bloom");
            try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
                writing.to(out);
            }
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
