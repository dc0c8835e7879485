package bloomward.format.confirm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Fuzz;
import bloomward.format.confirm.ConfirmSamples.Published;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Our trees are those of everybody: their proofs hold for a verifier of any RFC 6962 tree, and that one, and ours where
/// the tree is full, agree with the vectors of transparency-dev/merkle.
final class InclusionCrossCheckTest {

    private static final Path FOLDER = Path.of("src/test/resources/vectors/merkle/inclusion");

    /// The content of one file.
    private record Vector(String name, long index, long size, String root, String leafHash, List<String> proof,
            boolean wantsError) {

        static Vector read(Path file) {
            try {
                String json = Files.readString(file, UTF_8);
                String proof = group(json, "\"proof\": (null|\\[[^\\]]*\\])");
                return new Vector(file.toString(), Long.parseUnsignedLong(group(json, "\"leafIdx\": (\\d+)")),
                        Long.parseUnsignedLong(group(json, "\"treeSize\": (\\d+)")),
                        group(json, "\"root\": (null|\"[^\"]*\")"), group(json, "\"leafHash\": (null|\"[^\"]*\")"),
                        Pattern.compile("\"([^\"]*)\"").matcher(proof).results().map(MatchResult::group).toList(),
                        Boolean.parseBoolean(group(json, "\"wantErr\": (true|false)")));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private static String group(String json, String pattern) {
            Matcher matcher = Pattern.compile(pattern).matcher(json);
            assertThat(matcher.find()).as("%s in %s", pattern, json).isTrue();
            return matcher.group(1);
        }

        static byte[] bytes(String text) {
            return text.equals("null") ? new byte[0] : Base64.getDecoder().decode(text.replace("\"", ""));
        }

        List<byte[]> hashes() {
            return proof.stream().map(Vector::bytes).toList();
        }

        boolean holds() {
            return bytes(leafHash).length == 32 && Inclusion.root(index, size, bytes(leafHash), hashes())
                    .filter(found -> Arrays.equals(found, bytes(root)))
                    .isPresent();
        }
    }

    @Test
    void theVerifierAgreesWithThePublishedVectors() throws IOException {
        List<Vector> vectors = vectors();
        for (Vector vector : vectors) {
            assertThat(vector.holds()).as(vector.name()).isNotEqualTo(vector.wantsError());
        }
        assertThat(vectors).hasSize(98).anyMatch(vector -> !vector.wantsError());
    }

    /// Where size and proof are those of a full tree, as the signed bits say in an answer, the proof goes through ours.
    @Test
    void ourProofsAgreeWithThePublishedVectors() throws IOException {
        int full = 0;
        for (Vector vector : vectors()) {
            int bits = vector.proof().size();
            boolean fits = bits <= 16 && vector.size() == 1L << bits && vector.index() >= 0
                    && vector.index() < vector.size() && Vector.bytes(vector.leafHash()).length == 32
                    && vector.hashes().stream().allMatch(hash -> hash.length == 32);
            if (fits) {
                full++;
                byte[] proof = joined(vector.hashes());
                byte[] found = BucketTree.rootAbove(Vector.bytes(vector.leafHash()), (int) vector.index(), proof);
                assertThat(Arrays.equals(found, Vector.bytes(vector.root()))).as(vector.name())
                        .isNotEqualTo(vector.wantsError());
            }
        }
        assertThat(full).isGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 6, 10, 16})
    void everyProofHoldsForAVerifierOfAnyTree(int count) {
        BucketBits bits = new BucketBits(count);
        Published list = ConfirmSamples.published(bits, ConfirmSamples.records(Fuzz.random(count), 500));
        int step = Math.max(1, bits.buckets() / 300);
        for (int bucket = 0; bucket < bits.buckets(); bucket += step) {
            byte[] proof = list.tree().proof(bucket);
            List<byte[]> hashes = new ArrayList<>();
            for (int at = 0; at < proof.length; at += 32) {
                hashes.add(Arrays.copyOfRange(proof, at, at + 32));
            }
            byte[] leafHash = ConfirmSamples.rootOf(list.leaf(bucket)).toBytes();
            assertThat(Inclusion.root(bucket, bits.buckets(), leafHash, hashes)).as("bucket %d", bucket)
                    .hasValueSatisfying(root -> assertThat(root).isEqualTo(list.tree().root().toBytes()));
            assertThat(Inclusion.root(bucket, 2L * bits.buckets(), leafHash, hashes)).isEqualTo(Optional.empty());
        }
    }

    private static byte[] joined(List<byte[]> hashes) {
        byte[] joined = new byte[32 * hashes.size()];
        for (int i = 0; i < hashes.size(); i++) {
            System.arraycopy(hashes.get(i), 0, joined, 32 * i, 32);
        }
        return joined;
    }

    private static List<Vector> vectors() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            List<Vector> vectors = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(Vector::read)
                    .toList();
            assertThat(vectors).as("vectors in %s", FOLDER).isNotEmpty();
            return vectors;
        }
    }
}
