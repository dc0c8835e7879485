package bloomward.benchmarks.contender;

import bloomward.format.key.KeyHash;

/// No filter: what reading and hashing a key costs, a part of every number of ours.
final class HashAlone implements Contender {

    private final KeyHash hash = KeyHash.seeded(1);

    @Override
    public boolean mightContain(byte[] key) {
        return hash.of(key) != 0; // always, but it has to be computed
    }

    @Override
    public long sizeInBits() {
        return 0;
    }
}
