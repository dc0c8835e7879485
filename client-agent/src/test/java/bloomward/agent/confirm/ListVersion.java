package bloomward.agent.confirm;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.confirm.Bucket;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.BucketTree;
import bloomward.format.confirm.BucketWriter;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmAnswer;
import bloomward.format.confirm.ConfirmRecord;
import bloomward.format.key.FullHash;
import bloomward.format.key.KeySpec;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.url.Scope;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// A version of a list, with the answers of its server.
record ListVersion(ListRelease release, BucketTree tree, Collection<ConfirmRecord> records) {

    static final Category PHISHING = new Category("phishing");

    /// @param expressions prefixes, in the category `phishing`
    static ListVersion of(long version, int bits, String... expressions) {
        TreeSet<ConfirmRecord> records = new TreeSet<>();
        for (String expression : expressions) {
            records.add(new ConfirmRecord(hash(expression), Scope.PREFIX, PHISHING));
        }
        return of(version, bits, records);
    }

    static ListVersion of(long version, int bits, Collection<ConfirmRecord> records) {
        try {
            BucketWriter writer = new BucketWriter(new BucketBits(bits), OutputStream.nullOutputStream());
            for (ConfirmRecord each : new TreeSet<>(records)) {
                writer.add(each);
            }
            BucketTree tree = writer.finish().tree();
            FileRef some = FileRef.of(new byte[] {1});
            return new ListVersion(new ListRelease("phishing", version, new KeySpec(1, 36, 5), 1000, 1000, some, some,
                    tree.root(), tree.bits(), List.of(PHISHING)), tree, List.copyOf(records));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static FullHash hash(String expression) {
        byte[] bytes = expression.getBytes(UTF_8);
        return FullHash.of(bytes, 0, bytes.length);
    }

    int bucketOf(String expression) {
        return tree.bits().bucketOf(hash(expression));
    }

    byte[] answer(int number) {
        return ConfirmAnswer
                .of(tree, Bucket.of(tree.bits(), number,
                        records.stream().filter(record -> tree.bits().bucketOf(record.hash()) == number).toList()))
                .toBytes();
    }
}
