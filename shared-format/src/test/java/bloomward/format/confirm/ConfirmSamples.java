package bloomward.format.confirm;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.key.FullHash;
import bloomward.format.url.Scope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/// Small lists, their trees and answers.
final class ConfirmSamples {

    static final Category MALWARE = new Category("malware");
    static final Category PHISHING = new Category("phishing");

    private static final List<Scope> SCOPES = List.of(Scope.HOST, Scope.PREFIX, Scope.EXACT);
    private static final List<Category> CATEGORIES = List.of(MALWARE, PHISHING, new Category("m"),
            new Category("a-category-of-thirty-two-letters"));

    private ConfirmSamples() {}

    /// A list as it is published: its leaves, one behind the other, and where they are.
    static final class Published {

        private final BucketIndex index;
        private final byte[] leaves;

        private Published(BucketIndex index, byte[] leaves) {
            this.index = index;
            this.leaves = leaves;
        }

        BucketIndex index() {
            return index;
        }

        BucketTree tree() {
            return index.tree();
        }

        BucketBits bits() {
            return tree().bits();
        }

        byte[] leaves() {
            return leaves.clone();
        }

        byte[] leaf(int bucket) {
            int from = (int) index.offset(bucket);
            return Arrays.copyOfRange(leaves, from, from + index.sizeInBytes(bucket));
        }

        byte[] answer(int bucket) {
            return ConfirmAnswer.of(tree(), bucket, leaf(bucket)).toBytes();
        }
    }

    static FullHash hash(String expression) {
        byte[] bytes = expression.getBytes(UTF_8);
        return FullHash.of(bytes, 0, bytes.length);
    }

    static FullHash hash(RandomGenerator random) {
        byte[] bytes = new byte[FullHash.SIZE_IN_BYTES];
        random.nextBytes(bytes);
        return FullHash.ofDigest(bytes);
    }

    /// A hash that falls into a bucket.
    static FullHash hashIn(RandomGenerator random, BucketBits bits, int bucket) {
        byte[] bytes = hash(random).toBytes();
        int top = bucket << (16 - bits.count()) | random.nextInt(1 << (16 - bits.count()));
        bytes[0] = (byte) (top >> 8);
        bytes[1] = (byte) top;
        return FullHash.ofDigest(bytes);
    }

    static ConfirmRecord listing(RandomGenerator random, FullHash hash) {
        return new ConfirmRecord(hash, SCOPES.get(random.nextInt(3)), CATEGORIES.get(random.nextInt(4)));
    }

    /// Records of so many hashes, some of which are listed twice or thrice, in no order.
    static List<ConfirmRecord> records(RandomGenerator random, int hashes) {
        List<ConfirmRecord> records = new ArrayList<>();
        for (int i = 0; i < hashes; i++) {
            FullHash hash = hash(random);
            for (int j = random.nextInt(8) / 6; j >= 0; j--) {
                records.add(listing(random, hash));
            }
        }
        return records;
    }

    static Published published(BucketBits bits, Collection<ConfirmRecord> records) {
        try {
            ByteArrayOutputStream leaves = new ByteArrayOutputStream();
            BucketWriter writer = new BucketWriter(bits, leaves);
            for (ConfirmRecord record : new TreeSet<>(records)) {
                writer.add(record);
            }
            return new Published(writer.finish(), leaves.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// An answer with any leaf as the only one of its tree.
    static byte[] answerAround(byte[] leaf) {
        return ByteBuffer.allocate(24 + leaf.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {(byte) 0x89, 'B', 'W', 'C', 0x0d, 0x0a, 0x1a, 0x0a})
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(0)
                .putInt(leaf.length)
                .putInt(0)
                .put(leaf)
                .array();
    }

    /// The root of a tree whose only leaf this is.
    static ConfirmRoot rootOf(byte[] leaf) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update((byte) 0);
            return ConfirmRoot.ofDigest(sha256.digest(leaf));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
