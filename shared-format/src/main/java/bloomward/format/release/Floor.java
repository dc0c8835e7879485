package bloomward.format.release;

import bloomward.format.release.ReleaseException.Reason;
import java.time.Instant;

/// Below what an agent never goes again, whatever it is offered and whatever it lost. An immutable value, kept apart from
/// the lists.
///
/// @param rootVersion the newest root it trusted
/// @param sequence the newest manifest it verified, 0 before the first
/// @param latestIssued date of the newest latest note it verified, 1970 before the first
public record Floor(long rootVersion, long sequence, Instant latestIssued) {

    public Floor {
        NoteRole.requireNumber("root", rootVersion, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireNumber("sequence", sequence, 0, NoteRole.MAX_NUMBER);
    }

    /// The floor of an agent that knows a root and nothing else.
    public static Floor at(Root root) {
        return new Floor(root.version(), 0, Instant.EPOCH);
    }

    /// The time that counts: the clock's, or the last signed one where that is later. A clock that is set back makes
    /// nothing valid again.
    public Instant effectiveTime(Instant clock) {
        return clock.isAfter(latestIssued) ? clock : latestIssued;
    }

    /// Refuses a root older than the newest that was trusted.
    public void requireReachedBy(Root root) throws ReleaseException {
        if (root.version() < rootVersion) {
            throw rolledBack("root: version " + root.version(), "version " + rootVersion);
        }
    }

    /// Refuses a latest note that is older than one that was verified, or names an older manifest.
    public void requireReachedBy(Latest latest) throws ReleaseException {
        if (latest.issued().isBefore(latestIssued)) {
            throw rolledBack("latest: issued " + latest.issued(), "one of " + latestIssued);
        }
        if (latest.sequence() < sequence) {
            throw rolledBack("latest: sequence " + latest.sequence(), "sequence " + sequence);
        }
    }

    /// Refuses a manifest older than the newest that was verified.
    public void requireReachedBy(Manifest manifest) throws ReleaseException {
        if (manifest.sequence() < sequence) {
            throw rolledBack("manifest: sequence " + manifest.sequence(), "sequence " + sequence);
        }
    }

    /// The floor once a manifest and the latest note that names it were verified: both, as one alone may be the work of one
    /// stolen key.
    ///
    /// @throws ReleaseException if they do not belong together or are below this floor
    public Floor raisedTo(Manifest manifest, Latest latest) throws ReleaseException {
        requireReachedBy(latest);
        latest.requireNames(manifest, latest.manifest());
        return new Floor(rootVersion, latest.sequence(), latest.issued());
    }

    /// The floor once a newer root is trusted. Where it takes a key away from a role, that key may have been stolen and what
    /// was learnt under it may be a lie, such as a sequence that no honest manifest reaches: that part begins anew.
    public Floor raisedTo(Root before, Root after) throws ReleaseException {
        requireReachedBy(after);
        boolean publisherLost = Root.hasLost(before.publishers(), after.publishers());
        boolean timestampLost = !before.timestamp().equals(after.timestamp());
        return new Floor(after.version(), publisherLost ? 0 : sequence, timestampLost ? Instant.EPOCH : latestIssued);
    }

    private static ReleaseException rolledBack(String found, String seen) {
        return new ReleaseException(Reason.ROLLED_BACK, found + ", " + seen + " was seen already");
    }
}
