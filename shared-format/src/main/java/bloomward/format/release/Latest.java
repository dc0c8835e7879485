package bloomward.format.release;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException.Reason;
import java.time.Duration;
import java.time.Instant;

/// The note that names the newest manifest, signed again every hour by the only online key (FORMAT.md 17.4). A poll
/// fetches nothing else.
///
/// With that key stolen, an attacker can hold agents back until they notice (a day), but can install nothing: the
/// manifest named must be signed by publishers.
///
/// @param origin name of the publication
/// @param manifest digest of the whole manifest note, used to fetch it
/// @param sequence of that manifest
/// @param rootVersion of the newest root
/// @param issued time of signing, from which agents also learn the time
/// @param expires time from which the agent no longer knows the newest manifest; at most 30 days later
public record Latest(String origin, Digest manifest, long sequence, long rootVersion, Instant issued, Instant expires) {

    public static final int MAX_SIZE_IN_BYTES = NoteRole.LATEST.maxSizeInBytes();
    public static final Duration MAX_VALIDITY = Manifest.MAX_VALIDITY;

    public Latest {
        NoteRole.requireOrigin(origin);
        NoteRole.requireNumber("sequence", sequence, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireNumber("root", rootVersion, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireTimes(issued, expires, MAX_VALIDITY);
    }

    /// Reads the text of a latest note without verifying it; [Root#latest] verifies.
    public static Latest parse(String text) throws FormatException {
        return NoteLines.read(NoteRole.LATEST, text, Latest::read, Latest::toText);
    }

    /// Refuses a manifest other than the one named by this note, and a manifest outside whose validity this note is
    /// dated. So a stolen timestamp key cannot advance the time of agents beyond the dates signed by publishers.
    ///
    /// @param noteDigest of the whole manifest note, as fetched
    public void requireNames(Manifest newest, Digest noteDigest) throws ReleaseException {
        if (!noteDigest.equals(manifest)) {
            throw new ReleaseException(Reason.OTHER_MANIFEST,
                    "manifest: digest " + noteDigest + ", latest names " + manifest);
        }
        if (newest.sequence() != sequence) {
            throw new ReleaseException(Reason.OTHER_MANIFEST,
                    "manifest: sequence " + newest.sequence() + ", latest names " + sequence);
        }
        if (!newest.origin().equals(origin)) {
            throw new ReleaseException(Reason.OTHER_ORIGIN,
                    "manifest: of " + newest.origin() + ", latest is of " + origin);
        }
        if (newest.rootVersion() > rootVersion) {
            throw new ReleaseException(Reason.OTHER_MANIFEST, "manifest: made under root " + newest.rootVersion()
                    + ", latest calls " + rootVersion + " the newest");
        }
        if (issued.isBefore(newest.issued()) || issued.isAfter(newest.expires())) {
            throw new ReleaseException(Reason.OUT_OF_TIME, "latest: issued " + issued + ", its manifest is valid from "
                    + newest.issued() + " to " + newest.expires());
        }
    }

    public boolean isExpiredAt(Instant effective) {
        return !effective.isBefore(expires);
    }

    /// The text to sign.
    public String toText() {
        return new NoteText(NoteRole.LATEST, origin).line("manifest", manifest)
                .line("sequence", sequence)
                .line("root", rootVersion)
                .line("issued", issued)
                .line("expires", expires)
                .finish();
    }

    private static Latest read(NoteLines lines) throws FormatException {
        return new Latest(lines.origin(), lines.digest("manifest", lines.text("manifest")), lines.number("sequence"),
                lines.number("root"), lines.time("issued"), lines.time("expires"));
    }
}
