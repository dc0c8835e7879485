package bloomward.benchmarks.contender;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/// The set itself instead of a filter, as in most programs.
final class Strings implements Contender {

    private final Set<String> set;

    Strings(byte[][] keys) {
        set = HashSet.newHashSet(keys.length);
        for (byte[] key : keys) {
            set.add(text(key));
        }
    }

    @Override
    public boolean mightContain(byte[] key) {
        return set.contains(text(key));
    }

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.ISO_8859_1);
    }

    @Override
    public long sizeInBits() {
        return 0;
    }
}
