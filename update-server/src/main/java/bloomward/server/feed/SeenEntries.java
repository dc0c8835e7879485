package bloomward.server.feed;

import bloomward.format.key.FullHash;
import bloomward.format.key.FullHasher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The set of expressions already seen. Used by one thread.
///
/// Stores 127 bits of the SHA-256 of each in a table with open addressing: 21 to 43 bytes per entry of any length.
/// Fewer bits would suffice against chance, but two expressions that share them count as one and the second is not
/// listed, so it must also be infeasible to make such a pair on purpose.
final class SeenEntries {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final FullHasher hasher = new FullHasher();
    private final byte[] hash = new byte[FullHash.SIZE_IN_BYTES];
    /// Pairs of words; a free slot has two zeros.
    private long[] table = new long[2 << 10];
    private int size;

    /// @return whether the expression is new
    boolean add(byte[] bytes, int offset, int length) {
        hasher.hash(bytes, offset, length, hash);
        long first = (long) LONG.get(hash, 0);
        long second = (long) LONG.get(hash, Long.BYTES) | 1;
        int place = place(table, first, second);
        if (table[place + 1] != 0) {
            return false;
        }
        table[place] = first;
        table[place + 1] = second;
        size++;
        if (size > table.length / 2 / 4 * 3) {
            grow();
        }
        return true;
    }

    private void grow() {
        long[] larger = new long[Math.multiplyExact(table.length, 2)];
        for (int i = 0; i < table.length; i += 2) {
            if (table[i + 1] != 0) {
                int place = place(larger, table[i], table[i + 1]);
                larger[place] = table[i];
                larger[place + 1] = table[i + 1];
            }
        }
        table = larger;
    }

    /// The slot of the pair, or the free slot for it.
    private static int place(long[] table, long first, long second) {
        int mask = table.length / 2 - 1;
        int slot = (int) first & mask;
        while (table[2 * slot + 1] != 0 && (table[2 * slot] != first || table[2 * slot + 1] != second)) {
            slot = (slot + 1) & mask;
        }
        return 2 * slot;
    }
}
