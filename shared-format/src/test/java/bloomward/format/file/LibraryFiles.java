package bloomward.format.file;

import bloomward.format.filter.FilterKind;
import bloomward.format.filter.MutableFilter;
import bloomward.format.filter.MutableFilters;
import bloomward.format.key.HashSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Library files for tests, whole ones and ones with a wrong header and a right checksum.
final class LibraryFiles {

    static final List<FilterKind> KINDS = Arrays.stream(FilterKind.values())
            .filter(kind -> kind != FilterKind.PACKED && kind != FilterKind.FLAT)
            .toList();

    private static final long SEED = 46;

    private LibraryFiles() {}

    /// A filter with a hundred entries; a scalable one has three layers.
    static MutableFilter filter(FilterKind kind) {
        MutableFilter filter = MutableFilters.of(kind, kind == FilterKind.SCALABLE ? 20 : 100, 0.01);
        new SplittableRandom(SEED).longs(100).forEach(filter::add);
        return filter;
    }

    static byte[] bytes(MutableFilter filter) throws IOException {
        return written(channel -> new LibraryFile(new HashSpec(1, 7), filter).writeTo(channel));
    }

    /// The same header and body with some of it changed and the checksums of the change.
    static byte[] changed(byte[] file, Change change) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(Arrays.copyOf(file, 128)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] body = change.apply(header, Arrays.copyOfRange(file, 128, file.length - 4));
        return written(channel -> Envelope.write(channel, FileType.LIBRARY, header, out -> out.write(body)));
    }

    private static byte[] written(Writer writer) throws IOException {
        Path path = Files.createTempFile("library", null);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            writer.write(channel);
            return Files.readAllBytes(path);
        } finally {
            Files.delete(path);
        }
    }

    @FunctionalInterface
    interface Change {

        /// Changes the header.
        ///
        /// @return the body that goes with it
        byte[] apply(ByteBuffer header, byte[] body);
    }

    @FunctionalInterface
    private interface Writer {
        void write(FileChannel channel) throws IOException;
    }
}
