package bloomward.format.release;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException.Reason;
import java.time.Duration;
import java.time.Instant;

/// Which manifest is the newest, said again every hour by the one key that is online (FORMAT.md 17.4). It is all that a poll
/// fetches.
///
/// Whoever steals that key can hold agents back until they notice (a day), and can install nothing: what it names must be
/// signed by publishers.
///
/// @param origin name of the publication
/// @param manifest digest of the whole manifest note, by which it is fetched
/// @param sequence of that manifest
/// @param rootVersion of the newest root
/// @param issued when it was signed; it is also how agents know the time
/// @param expires from then on the agent does not know what is newest; at most 30 days later
public record Latest(String origin, Digest manifest, long sequence, long rootVersion, Instant issued, Instant expires) {

    public static final int MAX_SIZE_IN_BYTES = NoteRole.LATEST.maxSizeInBytes();
    public static final Duration MAX_VALIDITY = Manifest.MAX_VALIDITY;

    public Latest {
        NoteRole.requireOrigin(origin);
        NoteRole.requireNumber("sequence", sequence, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireNumber("root", rootVersion, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireTimes(issued, expires, MAX_VALIDITY);
    }

    /// Reads the text of a latest note, which anybody may have written: [Root#latest] tells who did.
    public static Latest parse(String text) throws FormatException {
        return NoteLines.read(NoteRole.LATEST, text, Latest::read, Latest::toText);
    }

    /// Refuses a manifest that is not the one that this note names, and a manifest that this note cannot be of: a date
    /// outside its validity. So a stolen timestamp key cannot push the time of agents further than publishers signed.
    ///
    /// @param noteDigest of the whole manifest note, as it was fetched
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

    /// The text that is signed.
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
