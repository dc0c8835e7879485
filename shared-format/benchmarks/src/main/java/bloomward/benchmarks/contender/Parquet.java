package bloomward.benchmarks.contender;

import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;

/// Parquet's split-block filter: blocks of 256 bits, sizes that are powers of two, XXH64.
final class Parquet implements Contender {

    private final BlockSplitBloomFilter filter;

    Parquet(byte[][] keys) {
        filter = new BlockSplitBloomFilter(BlockSplitBloomFilter.optimalNumOfBits(keys.length, RATE) / 8);
        for (byte[] key : keys) {
            filter.insertHash(filter.hash(Binary.fromConstantByteArray(key)));
        }
    }

    @Override
    public boolean mightContain(byte[] key) {
        return filter.findHash(filter.hash(Binary.fromConstantByteArray(key)));
    }

    @Override
    public long sizeInBits() {
        return filter.getBitsetSize() * 8L;
    }
}
