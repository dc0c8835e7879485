package bloomward.server.compile;

import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The layout of a record of hash, scope and category in the partitions: the full hash, then both numbers in two bytes.
final class HashRow {

    static final int SIZE_IN_BYTES = FullHash.SIZE_IN_BYTES + 2;

    /// Numbers of categories are below it.
    static final int MOST_CATEGORIES = 1 << 14;

    private static final VarHandle TAG = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle PREFIX = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final Scope[] SCOPES = {Scope.HOST, Scope.PREFIX, Scope.EXACT};

    private HashRow() {}

    /// Writes scope and category behind a hash.
    static void tag(byte[] rows, int at, Scope scope, int category) {
        int scopeNumber = switch (scope) {
            case HOST -> 0;
            case PREFIX -> 1;
            case EXACT -> 2;
        };
        TAG.set(rows, at + FullHash.SIZE_IN_BYTES, (short) (category << 2 | scopeNumber));
    }

    /// The first eight bytes of the hash.
    static long prefix(byte[] rows, int at) {
        return (long) PREFIX.get(rows, at);
    }

    static Scope scope(byte[] rows, int at) {
        return SCOPES[(short) TAG.get(rows, at + FullHash.SIZE_IN_BYTES) & 3];
    }

    static int category(byte[] rows, int at) {
        return ((short) TAG.get(rows, at + FullHash.SIZE_IN_BYTES) & 0xffff) >>> 2;
    }
}
