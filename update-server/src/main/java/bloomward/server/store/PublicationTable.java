package bloomward.server.store;

import bloomward.format.Digest;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.KeySpec;
import bloomward.format.release.FileRef;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Publications and versions. A publication names one version of each list; a version can stand in several.
public interface PublicationTable {

    /// Notes a publication: from here on it is the published one.
    ///
    /// @param newVersions the versions that it is the first to name
    /// @param leaving the lists that it is the first not to name any more: their versions count as replaced by it
    void add(PublicationRow publication, List<VersionRow> newVersions, Collection<Long> leaving) throws IOException;

    Optional<PublicationRow> latest() throws IOException;

    Optional<PublicationRow> find(long sequence) throws IOException;

    /// The newest first.
    List<PublicationRow> history(int limit) throws IOException;

    /// The newest version of a list. It is the published one unless it was replaced, as the last one of a deleted list is by
    /// the publication that no longer names the list.
    Optional<VersionRow> latestVersion(long listId) throws IOException;

    Optional<VersionRow> version(long listId, long version) throws IOException;

    /// The versions that a publication names.
    List<VersionRow> versionsOf(long sequence) throws IOException;

    /// Versions of a list, the newest first.
    List<VersionRow> versions(long listId, int limit) throws IOException;

    /// Notes that the files of a version are gone.
    void forgetFiles(long listId, long version) throws IOException;

    /// Keeps a manifest that waits for signatures, in the place of any other.
    void putPending(PendingRow pending) throws IOException;

    Optional<PendingRow> pending() throws IOException;

    void removePending() throws IOException;

    /// The sequence below which none may be used, from a restored copy.
    OptionalLong sequenceFloor() throws IOException;

    void setSequenceFloor(long sequence) throws IOException;

    /// A publication whose note lacks signatures, so it has no digest yet.
    ///
    /// @param allow the allow file of version 1
    /// @param allowV2 the one of version 2, where there is one
    /// @param renews whether it signs unchanged content again
    record UnsignedPublication(long sequence, FileRef allow, Optional<FileRef> allowV2, long rootVersion,
            Instant issued, Instant expires, String actor, String note, boolean renews) {

        public PublicationRow signed(Digest manifest) {
            return new PublicationRow(sequence, manifest, allow, allowV2, rootVersion, issued, expires, actor, note,
                    renews);
        }

        public List<FileRef> allowFiles() {
            return PublicationTable.files(allow, allowV2);
        }
    }

    /// @param manifest digest of the whole signed note
    /// @param allow the allow file of version 1
    /// @param allowV2 the one of version 2, where there is one
    /// @param renews whether it signs unchanged content again
    record PublicationRow(long sequence, Digest manifest, FileRef allow, Optional<FileRef> allowV2, long rootVersion,
            Instant issued, Instant expires, String actor, String note, boolean renews) {

        public List<FileRef> allowFiles() {
            return PublicationTable.files(allow, allowV2);
        }
    }

    private static List<FileRef> files(FileRef allow, Optional<FileRef> allowV2) {
        return allowV2.map(newer -> List.of(allow, newer)).orElse(List.of(allow));
    }

    /// @param change the draft's change that it was compiled from
    /// @param replacedAt when a newer one was published, or a publication without the list
    /// @param hasFiles whether the files of its content are still kept
    record VersionRow(long listId, long version, long sequence, long change, VersionCounts counts, KeySpec spec,
            VersionContent content, List<Category> categories, Instant at, Optional<Instant> replacedAt,
            boolean hasFiles) {

        public VersionRow {
            categories = List.copyOf(categories);
        }

        /// Whether the newest publication names it.
        public boolean isPublished() {
            return replacedAt.isEmpty();
        }
    }

    /// @param entries keys in the filter
    /// @param expressions listed, without test entries
    /// @param added expressions that the version before did not list
    record VersionCounts(long entries, long expressions, long added, long removed) {}

    /// The files of a version, and the root of its confirm answers.
    record VersionContent(FileRef packed, FileRef flat, ConfirmRoot confirmRoot, BucketBits confirmBits) {}

    /// @param note the manifest with the signatures it has so far
    /// @param versions the ones it would publish, as [PublicationTable#add] takes it
    record PendingRow(String note, UnsignedPublication publication, List<VersionRow> versions, Instant at) {}
}
