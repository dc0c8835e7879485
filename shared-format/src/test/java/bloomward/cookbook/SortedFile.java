package bloomward.cookbook;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;

/// Text in a file, sorted, in records of one width; finds by binary search on disk and counts what it reads.
final class SortedFile implements AutoCloseable {

    private static final int RECORD_IN_BYTES = 40;

    private final FileChannel channel;
    private long reads;

    private SortedFile(FileChannel channel) {
        this.channel = channel;
    }

    static SortedFile write(Path path, Collection<String> texts) throws IOException {
        ByteBuffer records = ByteBuffer.allocate(texts.size() * RECORD_IN_BYTES);
        texts.stream().map(SortedFile::record).sorted(Arrays::compareUnsigned).forEach(records::put);
        Files.write(path, records.array());
        return new SortedFile(FileChannel.open(path, StandardOpenOption.READ));
    }

    boolean contains(String text) throws IOException {
        byte[] wanted = record(text);
        ByteBuffer found = ByteBuffer.allocate(RECORD_IN_BYTES);
        long low = 0;
        long high = channel.size() / RECORD_IN_BYTES - 1;
        while (low <= high) {
            long middle = (low + high) >>> 1;
            channel.read(found.clear(), middle * RECORD_IN_BYTES);
            reads++;
            int order = Arrays.compareUnsigned(found.array(), wanted);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    /// How many records were read from the file so far.
    long reads() {
        return reads;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static byte[] record(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > RECORD_IN_BYTES) {
            throw new IllegalArgumentException(text + " is too long");
        }
        return Arrays.copyOf(bytes, RECORD_IN_BYTES);
    }
}
