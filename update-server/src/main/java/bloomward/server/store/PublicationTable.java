package bloomward.server.store;

import bloomward.format.Digest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What was published. A publication names one version of each list; a version can stand in several.
public interface PublicationTable {

    /// Notes a publication: from here on it is what is published.
    ///
    /// @param newVersions the versions that it is the first to name
    void add(PublicationRow publication, List<VersionRow> newVersions) throws IOException;

    Optional<PublicationRow> latest() throws IOException;

    Optional<PublicationRow> find(long sequence) throws IOException;

    /// The newest first.
    List<PublicationRow> history(int limit) throws IOException;

    /// The newest version of a list.
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

    /// @param manifest digest of the whole signed note
    /// @param allow digest of the allow file
    /// @param renews whether it signs unchanged content again
    record PublicationRow(long sequence, Digest manifest, Digest allow, long allowLength, long rootVersion,
            Instant issued, Instant expires, String actor, String note, boolean renews) {}

    /// @param change the draft's change that it was compiled from
    /// @param entries keys in the filter
    /// @param expressions listed, without test entries
    /// @param replacedAt when a newer one was published
    record VersionRow(long listId, long version, long sequence, long change, long entries, long expressions, long added,
            long removed, bloomward.format.key.KeySpec spec, Digest packed, long packedLength, Digest flat,
            long flatLength, Digest confirmRoot, int confirmBits, List<String> categories, Instant at,
            Optional<Instant> replacedAt, boolean hasFiles) {}

    /// @param note the manifest with the signatures it has so far
    /// @param versions what it would publish, as [PublicationTable#add] takes it
    record PendingRow(String note, PublicationRow publication, List<VersionRow> versions, Instant at) {}
}
