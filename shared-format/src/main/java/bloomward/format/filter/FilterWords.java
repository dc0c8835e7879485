package bloomward.format.filter;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Words of 64 bits to bytes and back, little endian, in whatever order this machine has them.
final class FilterWords {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK_IN_WORDS = 8192;

    private FilterWords() {}

    static long[] read(MemorySegment bytes, long firstWord, long count) {
        long[] words = new long[Math.toIntExact(count)];
        MemorySegment.copy(bytes, WORD, firstWord * 8, words, 0, words.length);
        return words;
    }

    static void write(long[] words, OutputStream out) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(CHUNK_IN_WORDS * 8).order(ByteOrder.LITTLE_ENDIAN);
        int count;
        for (int at = 0; at < words.length; at += count) {
            count = Math.min(CHUNK_IN_WORDS, words.length - at);
            bytes.asLongBuffer().put(words, at, count);
            out.write(bytes.array(), 0, count * 8);
        }
    }
}
