package bloomward.server.compile;

import bloomward.format.key.KeyCursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All distinct keys in order: counted first, as their number decides how they are coded, then read once.
final class SortedKeys {

    private final Partitions sorted;
    private final long count;
    private final Map<Long, Integer> repeated;

    private SortedKeys(Partitions sorted, long count, Map<Long, Integer> repeated) {
        this.sorted = sorted;
        this.count = count;
        this.repeated = repeated;
    }

    /// The keys of one partition.
    ///
    /// @param repeated the keys that came several times, with their numbers; of very many some
    private record Sorted(int distinct, Map<Long, Integer> repeated) {}

    /// Sorts the keys of all partitions.
    ///
    /// @param keys emptied
    /// @param to empty, filled with the sorted keys and read by the cursor
    static SortedKeys sort(Partitions keys, Partitions to, Workers workers) throws IOException, CompileException {
        List<Workers.Work<Sorted>> works = new ArrayList<>();
        for (int i = 0; i < Partitions.COUNT; i++) {
            int partition = i;
            works.add(() -> sort(keys, to, partition));
        }
        long count = 0;
        Map<Long, Integer> repeated = new HashMap<>();
        for (Sorted each : workers.all(works)) {
            count += each.distinct();
            repeated.putAll(each.repeated());
        }
        return new SortedKeys(to, count, repeated);
    }

    private static Sorted sort(Partitions from, Partitions to, int partition) throws IOException, CompileException {
        byte[] bytes = from.take(partition, 1);
        long[] keys = keys(bytes);
        Arrays.sort(keys);
        Map<Long, Integer> repeated = new HashMap<>();
        int distinct = 0;
        for (long key : keys) {
            if (distinct == 0 || keys[distinct - 1] != key) {
                keys[distinct++] = key;
            } else if (repeated.size() <= Basis.MOST_SHARED_KEYS) {
                repeated.merge(key, 2, (before, _) -> before + 1);
            }
        }
        ByteBuffer.wrap(bytes).asLongBuffer().put(keys, 0, distinct);
        int length = distinct * Long.BYTES;
        to.add(partition, length == bytes.length ? bytes : Arrays.copyOf(bytes, length), length);
        return new Sorted(distinct, repeated);
    }

    /// The number of distinct keys.
    long count() {
        return count;
    }

    /// The keys that came several times, with their numbers; of very many some.
    Map<Long, Integer> repeated() {
        return repeated;
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
