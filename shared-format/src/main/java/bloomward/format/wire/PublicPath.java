package bloomward.format.wire;

import bloomward.format.Digest;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.ListName;
import java.util.Locale;
import java.util.Optional;

/// The paths of the public files of a publication: in URLs, and below the folder of an exported one (FORMAT.md 18).
///
/// Each has one spelling: [#parse] accepts only the result of `toString`, without escapes, leading zeros or upper case.
/// So a cache holds everything once, and a path is safe as a file name.
public sealed interface PublicPath {

    /// The kinds of files named by their digest.
    enum ContentKind {
        MANIFEST, PACKED, FLAT, ALLOW
    }

    /// The forms of a list.
    enum Form {
        PACKED, FLAT
    }

    /// The note that names the newest manifest; with [Bloom], the only file that changes.
    record Latest() implements PublicPath {

        @Override
        public String toString() {
            return "/v1/latest";
        }
    }

    /// A root note.
    ///
    /// @param version from 1 on
    record RootNote(long version) implements PublicPath {

        public RootNote {
            requireVersion(version);
        }

        @Override
        public String toString() {
            return "/v1/root/" + version;
        }
    }

    /// A file that is named by its digest.
    ///
    /// @param kind its kind
    /// @param digest of all its bytes
    record Content(ContentKind kind, Digest digest) implements PublicPath {

        @Override
        public String toString() {
            return "/v1/" + word(kind) + "/" + digest;
        }
    }

    /// The delta between two versions of a list.
    ///
    /// @param list its name
    /// @param from the older version
    /// @param to the newer one
    record DeltaFile(String list, long from, long to) implements PublicPath {

        public DeltaFile {
            ListName.require(list);
            requireVersion(from);
            requireVersion(to);
            if (from >= to) {
                throw new IllegalArgumentException("delta from version " + from + " to " + to);
            }
        }

        @Override
        public String toString() {
            return "/v1/delta/" + list + "/" + from + "/" + to;
        }
    }

    /// The newest signed file of a list, for people and scripts.
    ///
    /// @param list its name
    /// @param form packed or flat
    record Bloom(String list, Form form) implements PublicPath {

        public Bloom {
            ListName.require(list);
        }

        @Override
        public String toString() {
            return "/v1/bloom/" + list + "/" + word(form);
        }
    }

    /// A confirm answer.
    ///
    /// @param root of the requested version
    /// @param bucket 0 to 65,535; the root determines which ones exist
    record Confirm(ConfirmRoot root, int bucket) implements PublicPath {

        public Confirm {
            if (bucket < 0 || bucket >= 1 << BucketBits.MAX_COUNT) {
                throw new IllegalArgumentException("bucket " + bucket);
            }
        }

        @Override
        public String toString() {
            return "/v1/confirm/" + root + "/" + bucket;
        }
    }

    /// Reads the path of a URL, as it was sent.
    ///
    /// @return empty if it is not a public path
    static Optional<PublicPath> parse(String path) {
        return PathReader.read(path);
    }

    private static void requireVersion(long version) {
        if (version < 1 || version > MAX_VERSION) {
            throw new IllegalArgumentException("version " + version + ", not in 1.." + MAX_VERSION);
        }
    }

    /// The largest number of a version.
    long MAX_VERSION = (1L << 53) - 1;

    private static String word(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
