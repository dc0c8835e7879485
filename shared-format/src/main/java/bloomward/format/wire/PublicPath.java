package bloomward.format.wire;

import bloomward.format.Digest;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.release.ListName;
import java.util.Locale;
import java.util.Optional;

/// Where the public files of a publication are: the paths of URLs, and below a folder those of an exported one (FORMAT.md
/// 18).
///
/// Each has one spelling: [#parse] takes what `toString` gives and nothing else, no escape, no leading zero, no upper
/// case. So a cache holds everything once, and a path is safe as a file name.
public sealed interface PublicPath {

    /// What a file is that is named by its digest.
    enum ContentKind {
        MANIFEST, PACKED, FLAT, ALLOW
    }

    /// In which form a list is.
    enum Form {
        PACKED, FLAT
    }

    /// Which manifest is the newest; the only one that changes, but for [Bloom].
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
    /// @param kind what it is
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
    /// @param root of the version that is asked
    /// @param bucket 0 to 65,535; whether there is such a one depends on the root
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
    /// @return empty if it is none of ours
    static Optional<PublicPath> parse(String path) {
        return PathReader.read(path);
    }

    private static void requireVersion(long version) {
        if (version < 1 || version > MAX_VERSION) {
            throw new IllegalArgumentException("version " + version + ", possible are 1.." + MAX_VERSION);
        }
    }

    /// The largest number of a version.
    long MAX_VERSION = (1L << 53) - 1;

    private static String word(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
