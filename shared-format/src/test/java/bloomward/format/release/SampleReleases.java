package bloomward.format.release;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.KeySpec;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/// A small publication: keys, its first root, a manifest of two lists, and latest.
final class SampleReleases {

    static final String ORIGIN = "example.org/bloomward";
    static final Instant ISSUED = Instant.parse("2026-11-18T12:00:00Z");
    static final SigningKey ROOT_A = key("root-a");
    static final SigningKey ROOT_B = key("root-b");
    static final SigningKey ROOT_C = key("root-c");
    static final SigningKey PUBLISHER = key("publisher");
    static final SigningKey TIMESTAMP = key("timestamp");
    static final Root ROOT = root(1);
    static final Manifest MANIFEST = manifest(ISSUED.getEpochSecond());
    static final SignedNote MANIFEST_NOTE = SignedNote.sign(MANIFEST.toText(), List.of(PUBLISHER));
    static final Latest LATEST = latest(MANIFEST, MANIFEST_NOTE, ISSUED.plusSeconds(60));

    /// Random numbers that a seed gives.
    private static final class SeededRandom extends SecureRandom {

        private static final long serialVersionUID = 1;

        private final Random random;

        SeededRandom(long seed) {
            this.random = new Random(seed);
        }

        @Override
        public void nextBytes(byte[] bytes) {
            random.nextBytes(bytes);
        }
    }

    private SampleReleases() {}

    /// The key of that name, always the same.
    static SigningKey key(String name) {
        try {
            return SigningKey.generate(name, new SeededRandom(name.hashCode()));
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    static TrustedKeys keys(int threshold, SigningKey... keys) {
        try {
            List<VerifierKey> all = Arrays.stream(keys).map(SigningKey::verifierKey).toList();
            return TrustedKeys.of(threshold, all);
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    static Root root(long version) {
        return root(version, keys(2, ROOT_A, ROOT_B, ROOT_C), keys(1, PUBLISHER), TIMESTAMP);
    }

    static Root root(long version, TrustedKeys roots, TrustedKeys publishers, SigningKey timestamp) {
        return new Root(ORIGIN, version, ISSUED, ISSUED.plusSeconds(365 * 86_400L), roots, publishers,
                timestamp.verifierKey(), List.of(URI.create("https://lists.example.org/bloomward")));
    }

    static SignedNote signed(Root root, SigningKey... keys) {
        return SignedNote.sign(root.toText(), List.of(keys));
    }

    static Manifest manifest(long sequence, ListRelease... lists) {
        ListRelease[] all = lists.length > 0 ? lists : new ListRelease[] {list("malware", 7), list("phishing", 3)};
        return new Manifest(ORIGIN, sequence, 1, ISSUED, ISSUED.plusSeconds(7 * 86_400L), 1, file("allow"),
                List.of(all));
    }

    static Manifest allowingByList() {
        Manifest plain = manifest(1);
        return new Manifest(plain.origin(), 1, 1, plain.issued(), plain.expires(), 1, plain.allow(), plain.lists(),
                Optional.of(file("allow 2")));
    }

    static ListRelease list(String name, long version) {
        return new ListRelease(name, version, new KeySpec(1, 36, name.hashCode()), 1000, 1000,
                file(name + version + "packed"), file(name + version + "flat"),
                new ConfirmRoot(Digest.of(name.getBytes(StandardCharsets.UTF_8))), new BucketBits(3), categories(name));
    }

    static List<Category> categories(String... names) {
        return Stream.of(names).sorted().map(Category::new).toList();
    }

    static FileRef file(String content) {
        return FileRef.of(content.getBytes(StandardCharsets.UTF_8));
    }

    static Latest latest(Manifest manifest, SignedNote note, Instant issued) {
        return new Latest(manifest.origin(), Digest.of(note.toBytes()), manifest.sequence(), 1, issued,
                issued.plusSeconds(86_400));
    }
}
