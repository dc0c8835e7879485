package bloomward.server.compile;

import bloomward.format.key.FullHash;
import bloomward.format.key.FullHasher;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Scope;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Hashes batches and deals out keys and full hashes by their first bytes. For one thread.
final class BatchHasher {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int KEYS_IN_A_CHUNK = 512;
    private static final int ROWS_IN_A_CHUNK = 480;

    private final KeySpec spec;
    private final KeyHash keyHash;
    private final FullHasher fullHasher = new FullHasher();
    private final byte[] hash = new byte[FullHash.SIZE_IN_BYTES];
    private final Partitions.Dealer keys;
    private final Partitions.Dealer rows;

    BatchHasher(KeySpec spec, Partitions keys, Partitions rows) {
        this.spec = spec;
        this.keyHash = spec.keyHash();
        this.keys = new Partitions.Dealer(keys, Long.BYTES, KEYS_IN_A_CHUNK);
        this.rows = new Partitions.Dealer(rows, HashRow.SIZE_IN_BYTES, ROWS_IN_A_CHUNK);
    }

    void hash(Batch batch) throws IOException {
        byte[] text = batch.text();
        for (int i = 0; i < batch.count(); i++) {
            int start = batch.start(i);
            int length = batch.length(i);
            if (!batch.isAgain(i)) { // so that equal keys are those of different expressions
                long wholeHash = keyHash.of(text, start, length);
                int keyPartition = (int) (wholeHash >>> 56);
                int keyAt = keys.place(keyPartition);
                LONG.set(keys.chunk(keyPartition), keyAt, spec.keyOf(wholeHash));
            }
            fullHasher.hash(text, start, length, hash);
            int rowPartition = hash[0] & 0xff;
            int rowAt = rows.place(rowPartition);
            byte[] chunk = rows.chunk(rowPartition);
            System.arraycopy(hash, 0, chunk, rowAt, hash.length);
            HashRow.tag(chunk, rowAt, Scope.of(text, start, length), batch.category(i));
        }
    }

    /// Hands on what is left.
    void finish() throws IOException {
        keys.finish();
        rows.finish();
    }
}
