package bloomward.format.release;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.Digest;
import bloomward.format.Samples;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.KeyHash;
import bloomward.format.key.KeySpec;
import bloomward.format.sign.SignedNote;
import java.util.List;
import java.util.stream.Stream;

/// A list of two entries, its two files, the manifest that names them, and its note.
final class SignedSample {

    static final KeySpec SPEC = new KeySpec(1, 36, 42);
    static final byte[] PACKED;
    static final byte[] FLAT;
    static final ListRelease LIST;
    static final SignedNote NOTE;

    static {
        KeyHash hash = SPEC.keyHash();
        long[] keys = Stream.of("evil.example/", TestEntries.listed(new Category("malware")))
                .mapToLong(expression -> SPEC.keyOf(hash.of(expression)))
                .sorted()
                .toArray();
        PACKED = Samples.packedFile(SPEC, 1, keys);
        FLAT = Samples.flatFile(SPEC, 1, keys);
        LIST = new ListRelease("malware", 7, SPEC, 2, 1000, FileRef.of(PACKED), FileRef.of(FLAT),
                new ConfirmRoot(Digest.of("confirm".getBytes(US_ASCII))), new BucketBits(0),
                SampleReleases.categories("malware"));
        NOTE = note(LIST);
    }

    private SignedSample() {}

    static SignedNote note(ListRelease... lists) {
        Manifest manifest = SampleReleases.manifest(SampleReleases.ISSUED.getEpochSecond(), lists);
        return SignedNote.sign(manifest.toText(), List.of(SampleReleases.PUBLISHER));
    }
}
