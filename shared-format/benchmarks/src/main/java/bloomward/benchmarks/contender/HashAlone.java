package bloomward.benchmarks.contender;

import bloomward.format.key.KeyHash;

/// No filter, only reading and hashing a key, which is a part of all our figures.
final class HashAlone implements Contender {

    private final KeyHash hash = KeyHash.seeded(1);

    @Override
    public boolean mightContain(byte[] key) {
        return hash.of(key) != 0; // always true, but it has to be computed
    }

    @Override
    public long sizeInBits() {
        return 0;
    }
}
