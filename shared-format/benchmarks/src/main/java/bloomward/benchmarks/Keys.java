package bloomward.benchmarks;

import java.nio.charset.StandardCharsets;

/// Synthetic keys of 30 to 80 bytes that look like expressions. A key is determined by its number, and no two are
/// equal.
final class Keys {

    private static final byte[] DIGITS = "abcdefghijklmnopqrstuvwxyz234567".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DOMAIN = ".example/".getBytes(StandardCharsets.US_ASCII);
    private static final int LABEL = 13;

    private Keys() {}

    static byte[] url(long number) {
        long random = mix(number);
        byte[] url = new byte[30 + (int) Long.remainderUnsigned(random, 51)];
        for (int i = 0; i < LABEL; i++) {
            url[i] = DIGITS[(int) (random >>> (5 * i)) & 31];
        }
        System.arraycopy(DOMAIN, 0, url, LABEL, DOMAIN.length);
        long more = random;
        for (int i = LABEL + DOMAIN.length; i < url.length; i++) {
            more = i % 12 == 0 ? mix(more) : more >>> 5;
            url[i] = i % 9 == 0 ? (byte) '/' : DIGITS[(int) more & 31];
        }
        return url;
    }

    /// The keys `first`, `first + step`, and so on.
    static byte[][] urls(long first, long step, int count) {
        byte[][] urls = new byte[count][];
        for (int i = 0; i < count; i++) {
            urls[i] = url(first + i * step);
        }
        return urls;
    }

    /// A bijection (the finalizer of SplitMix64).
    static long mix(long number) {
        long z = number * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
