package bloomward.format.release;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.Mutations;
import bloomward.format.Mutations.Mutant;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.KeySpec;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.UntrustedNoteException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Properties of signed texts: each content has one form, and a note that was changed anywhere says nothing.
final class ReleaseProperties {

    private final Random random = new Random(12);

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        for (int i = 0; i < 300; i++) {
            Manifest manifest = manifest();
            assertThat(Manifest.parse(manifest.toText())).isEqualTo(manifest);
            Instant issued = time();
            Latest latest = new Latest("o" + i, digest(), number(), number(), issued,
                    issued.plusSeconds(1 + random.nextInt(2_000_000)));
            assertThat(Latest.parse(latest.toText())).isEqualTo(latest);
        }
        for (int i = 0; i < 30; i++) {
            Root root = root(time(), i);
            assertThat(Root.parse(root.toText())).isEqualTo(root);
        }
    }

    /// Of every kind of note each bit is flipped, each end cut and a byte put behind.
    @Test
    void aChangedNoteIsRefused() throws Exception {
        Root root = SampleReleases.ROOT;
        byte[] next = SampleReleases.signed(SampleReleases.root(2), SampleReleases.ROOT_A, SampleReleases.ROOT_B)
                .toBytes();
        byte[] latest = SignedNote.sign(SampleReleases.LATEST.toText(), List.of(SampleReleases.TIMESTAMP)).toBytes();
        byte[] manifest = SampleReleases.MANIFEST_NOTE.toBytes();
        assertRefused(next, note -> root.next(note));
        assertRefused(latest, note -> root.latest(note));
        assertRefused(manifest, note -> root.manifest(note));
    }

    @FunctionalInterface
    private interface Opening {
        Object open(SignedNote note) throws FormatException, UntrustedNoteException, ReleaseException;
    }

    private static void assertRefused(byte[] note, Opening opening) throws Exception {
        assertThat(opening.open(SignedNote.parse(note))).isNotNull();
        List<Mutant> flips = Mutations.flips(note).toList();
        IntStream.range(0, note.length).forEach(at -> assertRefused(flips.get(8 * at + at % 8), opening));
        Mutations.cuts(note).forEach(cut -> assertRefused(cut, opening));
        Mutations.appended(note).forEach(longer -> assertRefused(longer, opening));
    }

    private static void assertRefused(Mutant mutant, Opening opening) {
        try {
            opening.open(SignedNote.parse(mutant.bytes()));
        } catch (FormatException | UntrustedNoteException | ReleaseException _) {
            return;
        }
        throw new AssertionError(mutant + " was accepted");
    }

    private Manifest manifest() {
        int canonical = random.nextInt(0x10000);
        TreeSet<String> names = new TreeSet<>();
        IntStream.range(0, random.nextInt(6)).forEach(_ -> names.add(word(64)));
        List<ListRelease> lists = names.stream().map(name -> list(name, canonical)).toList();
        Instant issued = time();
        return new Manifest("example.org/" + random.nextInt(), number(), number(), issued,
                issued.plusSeconds(1 + random.nextInt(2_592_000)), canonical, file(), lists);
    }

    private ListRelease list(String name, int canonical) {
        int width = 16 + random.nextInt(41);
        TreeSet<Category> categories = new TreeSet<>();
        IntStream.rangeClosed(0, random.nextInt(4)).forEach(_ -> categories.add(new Category(word(32))));
        return new ListRelease(name, number(), new KeySpec(canonical, width, random.nextLong()),
                random.nextLong((1L << Math.min(width, 53)) - 1), 1 + random.nextInt(999_999), file(), file(),
                ConfirmRoot.ofDigest(digest().toBytes()), new BucketBits(random.nextInt(17)), List.copyOf(categories));
    }

    private Root root(Instant issued, int number) {
        List<SigningKey> keys = IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(i -> SampleReleases.key(number + "k" + i + "\u00e9"))
                .toList();
        SigningKey[] all = keys.toArray(SigningKey[]::new);
        List<URI> addresses = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> URI.create("https://a" + i + ".example" + (random.nextBoolean() ? "/b" : "")))
                .toList();
        return new Root("o", number(), issued, issued.plusSeconds(1 + random.nextInt(300_000_000)),
                SampleReleases.keys(1 + random.nextInt(all.length), all), SampleReleases.keys(1, all),
                all[0].verifierKey(), addresses);
    }

    private Instant time() {
        return Instant.ofEpochSecond(946_684_800L + random.nextLong(200_000_000_000L));
    }

    private long number() {
        return 1 + (random.nextLong((1L << 53) - 1) >> random.nextInt(50));
    }

    private FileRef file() {
        return new FileRef(digest(), 1 + random.nextLong(FileRef.MAX_LENGTH));
    }

    private Digest digest() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Digest.ofBytes(bytes);
    }

    private String word(int most) {
        String alphabet = "abcdefghijklmnopqrstuvwxyz0123456789-";
        StringBuilder word = new StringBuilder().append(alphabet.charAt(random.nextInt(26)));
        int length = random.nextInt(most);
        for (int i = 0; i < length; i++) {
            word.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return word.toString();
    }
}
