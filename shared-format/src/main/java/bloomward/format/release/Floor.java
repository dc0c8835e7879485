package bloomward.format.release;

import bloomward.format.release.ReleaseException.Reason;
import java.time.Instant;

/// The newest versions that an agent has seen, below which it never goes back, even if it loses its lists. An immutable
/// value, kept apart from the lists.
///
/// @param rootVersion of the newest root it trusted
/// @param sequence of the newest manifest it verified, 0 before the first
/// @param latestIssued date of the newest latest note it verified, 1970 before the first
public record Floor(long rootVersion, long sequence, Instant latestIssued) {

    public Floor {
        NoteRole.requireNumber("root", rootVersion, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireNumber("sequence", sequence, 0, NoteRole.MAX_NUMBER);
    }

    /// The floor of an agent that knows only a root.
    public static Floor at(Root root) {
        return new Floor(root.version(), 0, Instant.EPOCH);
    }

    /// The effective time: the later of the clock's and the last signed one. Setting the clock back makes nothing valid
    /// again.
    public Instant effectiveTime(Instant clock) {
        return clock.isAfter(latestIssued) ? clock : latestIssued;
    }

    /// Refuses a root older than the newest trusted one.
    public void requireReachedBy(Root root) throws ReleaseException {
        if (root.version() < rootVersion) {
            throw rolledBack("root: version " + root.version(), "version " + rootVersion);
        }
    }

    /// Refuses a latest note that is older than a verified one, or names an older manifest.
    public void requireReachedBy(Latest latest) throws ReleaseException {
        if (latest.issued().isBefore(latestIssued)) {
            throw rolledBack("latest: issued " + latest.issued(), "one of " + latestIssued);
        }
        if (latest.sequence() < sequence) {
            throw rolledBack("latest: sequence " + latest.sequence(), "sequence " + sequence);
        }
    }

    /// Refuses a manifest older than the newest verified one.
    public void requireReachedBy(Manifest manifest) throws ReleaseException {
        if (manifest.sequence() < sequence) {
            throw rolledBack("manifest: sequence " + manifest.sequence(), "sequence " + sequence);
        }
    }

    /// The floor after a manifest and the latest note that names it are verified: both, because a single stolen key can
    /// forge one of them.
    ///
    /// @throws ReleaseException if they do not belong together or are below this floor
    public Floor raisedTo(Manifest manifest, Latest latest) throws ReleaseException {
        requireReachedBy(latest);
        latest.requireNames(manifest, latest.manifest());
        return new Floor(rootVersion, latest.sequence(), latest.issued());
    }

    /// The floor after a newer root is trusted. If it removes a key from a role, that key may have been stolen, and
    /// values learnt under it may be false, such as a sequence that no honest manifest reaches: those values are reset.
    public Floor raisedTo(Root before, Root after) throws ReleaseException {
        requireReachedBy(after);
        boolean publisherLost = Root.hasLost(before.publishers(), after.publishers());
        boolean timestampLost = !before.timestamp().equals(after.timestamp());
        return new Floor(after.version(), publisherLost ? 0 : sequence, timestampLost ? Instant.EPOCH : latestIssued);
    }

    private static ReleaseException rolledBack(String found, String seen) {
        return new ReleaseException(Reason.ROLLED_BACK, found + ", " + seen + " was already seen");
    }
}
