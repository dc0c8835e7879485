package bloomward.server.compile;

import bloomward.format.key.KeyCursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// All distinct keys in order: counted first, as their number decides how they are coded, then read once.
final class SortedKeys {

    private final Partitions sorted;
    private final long count;

    private SortedKeys(Partitions sorted, long count) {
        this.sorted = sorted;
        this.count = count;
    }

    /// Sorts the keys of all partitions.
    ///
    /// @param keys emptied
    /// @param to empty, filled with the sorted keys and read by the cursor
    static SortedKeys sort(Partitions keys, Partitions to, Workers workers) throws IOException, CompileException {
        List<Workers.Work<Integer>> works = new ArrayList<>();
        for (int i = 0; i < Partitions.COUNT; i++) {
            int partition = i;
            works.add(() -> sort(keys, to, partition));
        }
        long count = 0;
        for (int distinct : workers.all(works)) {
            count += distinct;
        }
        return new SortedKeys(to, count);
    }

    private static int sort(Partitions from, Partitions to, int partition) throws IOException, CompileException {
        byte[] bytes = from.take(partition, 1);
        long[] keys = keys(bytes);
        Arrays.sort(keys);
        int distinct = 0;
        for (long key : keys) {
            if (distinct == 0 || keys[distinct - 1] != key) {
                keys[distinct++] = key;
            }
        }
        ByteBuffer.wrap(bytes).asLongBuffer().put(keys, 0, distinct);
        int length = distinct * Long.BYTES;
        to.add(partition, length == bytes.length ? bytes : Arrays.copyOf(bytes, length), length);
        return distinct;
    }

    /// The number of distinct keys.
    long count() {
        return count;
    }

    /// The keys. To be called once.
    ///
    /// The cursor throws UncheckedIOException if the scratch file cannot be read.
    KeyCursor cursor() {
        return new KeyCursor() {
            private long[] keys = new long[0];
            private int index;
            private int partition;

            @Override
            public long next() {
                while (index == keys.length) {
                    if (partition == Partitions.COUNT) {
                        return END;
                    }
                    keys = take(partition++);
                    index = 0;
                }
                return keys[index++];
            }
        };
    }

    private long[] take(int partition) {
        try {
            return keys(sorted.take(partition, 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CompileException e) {
            throw new IllegalStateException("as many keys were one partition before", e);
        }
    }

    private static long[] keys(byte[] bytes) {
        long[] keys = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(keys);
        return keys;
    }
}
