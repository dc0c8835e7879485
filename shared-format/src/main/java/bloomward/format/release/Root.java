package bloomward.format.release;

import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException.Reason;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.sign.Verified;
import bloomward.format.sign.VerifierKey;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Whose signatures count in a publication, and where it is found (FORMAT.md 17.2).
///
/// A root is signed by keys that are kept offline. Each replaces the one before it with the consent of both: of the keys
/// that were trusted, and of those that shall be.
///
/// @param origin name of the publication, the same for ever
/// @param version 1, 2, 3 and so on
/// @param issued when it was made
/// @param expires from then on nothing that rests on it is fresh; at most ten years later
/// @param roots who must sign the next root, and this one
/// @param publishers who must sign manifests
/// @param timestamp who signs latest
/// @param addresses where the publication is served, the preferred first; may be empty
public record Root(String origin, long version, Instant issued, Instant expires, TrustedKeys roots,
        TrustedKeys publishers, VerifierKey timestamp, List<URI> addresses) {

    public static final int MAX_SIZE_IN_BYTES = NoteRole.ROOT.maxSizeInBytes();
    public static final Duration MAX_VALIDITY = Duration.ofDays(3653);
    public static final int MAX_KEYS = 32;
    public static final int MAX_ADDRESSES = 16;

    /// Other than that of Java's characters where names have some beyond 16 bits.
    private static final Comparator<String> BY_BYTES = Comparator
            .comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    public Root {
        NoteRole.requireOrigin(origin);
        NoteRole.requireNumber("version", version, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireTimes(issued, expires, MAX_VALIDITY);
        requireFewKeys("root", roots);
        requireFewKeys("publisher", publishers);
        addresses = List.copyOf(addresses);
        Addresses.require(addresses);
    }

    private static void requireFewKeys(String role, TrustedKeys keys) {
        NoteRole.requireNumber("number of " + role + " keys", keys.keys().size(), 1, MAX_KEYS);
    }

    /// Reads the text of a root, which anybody may have written: [#first] and [#next] tell who did.
    public static Root parse(String text) throws FormatException {
        return NoteLines.read(NoteRole.ROOT, text, Root::read, Root::toText);
    }

    /// Opens a root that is trusted for another reason than the one before it: because it came with the program, or
    /// because a person compared its digest. Here it is only made sure that its own keys signed it.
    public static Verified<Root> first(SignedNote note) throws FormatException, UntrustedNoteException {
        Root root = parse(note.unverifiedText());
        return root.roots.verify(note).map(_ -> root); // what was verified is the same text
    }

    /// Opens the root that follows this one: signed as this one demands and as itself demands, of the next version, of the
    /// same publication. Whether it has expired does not matter here, as there may be newer ones.
    public Verified<Root> next(SignedNote note) throws FormatException, UntrustedNoteException, ReleaseException {
        Root next = roots.verify(note).map(Root::parse).value();
        requireSameOrigin("root", next.origin);
        if (next.version != version + 1) {
            throw new ReleaseException(Reason.BROKEN_CHAIN, "root " + next.version + " cannot follow root " + version);
        }
        return next.roots.verify(note).map(Root::parse);
    }

    /// Opens a manifest of this publication.
    ///
    /// @throws ReleaseException if it is of another publication, or rests on a newer root
    public Verified<Manifest> manifest(SignedNote note)
            throws FormatException, UntrustedNoteException, ReleaseException {
        Verified<Manifest> manifest = publishers.verify(note).map(Manifest::parse);
        requireSameOrigin("manifest", manifest.value().origin());
        requireReached("manifest", manifest.value().rootVersion());
        return manifest;
    }

    /// Opens the latest note of this publication. It may name a newer root: then the agent goes there first, which
    /// [#requireReached] tells.
    ///
    /// @throws ReleaseException if it is of another publication
    public Verified<Latest> latest(SignedNote note) throws FormatException, UntrustedNoteException, ReleaseException {
        Verified<Latest> latest = TrustedKeys.of(1, List.of(timestamp)).verify(note).map(Latest::parse);
        requireSameOrigin("latest", latest.value().origin());
        return latest;
    }

    /// Refuses what was made under a newer root than this one.
    ///
    /// @param what for the message
    public void requireReached(String what, long rootVersion) throws ReleaseException {
        if (rootVersion > version) {
            throw new ReleaseException(Reason.NEWER_ROOT,
                    what + ": made under root " + rootVersion + ", known is root " + version);
        }
    }

    public boolean isExpiredAt(Instant effective) {
        return !effective.isBefore(expires);
    }

    /// The text that is signed.
    public String toText() {
        NoteText text = new NoteText(NoteRole.ROOT, origin).line("version", version)
                .line("issued", issued)
                .line("expires", expires);
        lines(text, "root", roots);
        lines(text, "publisher", publishers);
        text.line("timestamp-key", timestamp);
        addresses.forEach(address -> text.line("address", address));
        return text.finish();
    }

    /// Whether a key that counted for the first set no longer counts for the second. Then what was learnt under the first
    /// may have been the work of a thief.
    static boolean hasLost(TrustedKeys before, TrustedKeys after) {
        return !after.keys().containsAll(before.keys());
    }

    private void requireSameOrigin(String what, String found) throws ReleaseException {
        if (!found.equals(origin)) {
            throw new ReleaseException(Reason.OTHER_ORIGIN, what + ": of " + found + ", needed is " + origin);
        }
    }

    private static void lines(NoteText text, String role, TrustedKeys keys) {
        text.line(role + "-threshold", keys.threshold());
        keys.keys().stream().map(VerifierKey::toString).sorted(BY_BYTES).forEach(key -> text.line(role + "-key", key));
    }

    private static Root read(NoteLines lines) throws FormatException {
        String origin = lines.origin();
        long version = lines.number("version");
        Instant issued = lines.time("issued");
        Instant expires = lines.time("expires");
        TrustedKeys roots = keys(lines, "root");
        TrustedKeys publishers = keys(lines, "publisher");
        VerifierKey timestamp = VerifierKey.parse(lines.text("timestamp-key"));
        List<URI> addresses = new ArrayList<>();
        while (lines.has("address")) {
            addresses.add(URI.create(lines.text("address")));
        }
        return new Root(origin, version, issued, expires, roots, publishers, timestamp, addresses);
    }

    private static TrustedKeys keys(NoteLines lines, String role) throws FormatException {
        long threshold = lines.number(role + "-threshold");
        List<VerifierKey> keys = new ArrayList<>();
        while (lines.has(role + "-key")) {
            if (keys.size() == MAX_KEYS) {
                throw lines.malformed("more than " + MAX_KEYS + " keys");
            }
            keys.add(VerifierKey.parse(lines.text(role + "-key")));
        }
        return TrustedKeys.of((int) Math.min(threshold, Integer.MAX_VALUE), keys);
    }

    /// What an address may be.
    private static final class Addresses {

        private static final int MAX_LENGTH = 512;
        private static final int MAX_PORT = 65_535;
        private static final String LETTER_OR_DIGIT = "[a-z0-9]";
        private static final String REST_OF_LABEL = "(?:[a-z0-9-]*" + LETTER_OR_DIGIT + ")?";
        private static final String NAME = "(?:" + LETTER_OR_DIGIT + REST_OF_LABEL + "\\.)*[a-z]" + REST_OF_LABEL;
        private static final String NUMBER = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
        private static final Pattern BASE = Pattern.compile("https?://(?:" + NAME + "|" + NUMBER + "(?:\\." + NUMBER
                + "){3}|\\[[0-9a-f:]+])(?::[1-9][0-9]{0,4})?(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)*");

        private Addresses() {}

        static void require(List<URI> addresses) {
            if (addresses.size() > MAX_ADDRESSES) {
                throw new IllegalArgumentException(addresses.size() + " addresses, possible are 0.." + MAX_ADDRESSES);
            }
            Set<URI> seen = new HashSet<>();
            for (URI address : addresses) {
                if (!isBase(address) || !seen.add(address)) {
                    throw new IllegalArgumentException("address '" + address
                            + "': not http:// or https://, a host in lower case, a path that does not end in /,"
                            + " once each");
                }
            }
        }

        /// A path as `/v1/latest` can be put behind it as it is. The address in brackets is checked by [URI].
        private static boolean isBase(URI address) {
            String text = address.toString();
            return text.length() <= MAX_LENGTH && BASE.matcher(text).matches() && address.getHost() != null
                    && address.getPort() <= MAX_PORT;
        }
    }
}
