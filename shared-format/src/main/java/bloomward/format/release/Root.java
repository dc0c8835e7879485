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

/// The trusted keys and the addresses of a publication (FORMAT.md 17.2).
///
/// A root is signed by keys that are kept offline. Each root replaces the previous one with the consent of both: the
/// old trusted keys and the new ones.
///
/// @param origin permanent name of the publication
/// @param version 1, 2, 3 and so on
/// @param issued time of issue
/// @param expires time from which nothing that depends on it is fresh; at most ten years later
/// @param roots keys that must sign the next root, and this one
/// @param publishers keys that must sign manifests
/// @param timestamp key that signs latest
/// @param addresses of the publication, the preferred one first; may be empty
public record Root(String origin, long version, Instant issued, Instant expires, TrustedKeys roots,
        TrustedKeys publishers, VerifierKey timestamp, List<URI> addresses) {

    public static final int MAX_SIZE_IN_BYTES = NoteRole.ROOT.maxSizeInBytes();
    public static final Duration MAX_VALIDITY = Duration.ofDays(3653);
    public static final int MAX_KEYS = 32;
    public static final int MAX_ADDRESSES = 16;

    /// Differs from the order of Java's characters for those beyond 16 bits.
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

    /// Reads the text of a root without verifying it; [#first] and [#next] verify.
    public static Root parse(String text) throws FormatException {
        return NoteLines.read(NoteRole.ROOT, text, Root::read, Root::toText);
    }

    /// Opens a root that is trusted for another reason than the previous root: it came with the program, or a person
    /// compared its digest. Here only the signatures of its own keys are verified.
    public static Verified<Root> first(SignedNote note) throws FormatException, UntrustedNoteException {
        Root root = parse(note.unverifiedText());
        return root.roots.verify(note).map(_ -> root); // verified is the same text
    }

    /// Opens the root that follows this one: signed as required by this one and by itself, with the next version, of
    /// the same publication. It may have expired, because there may be newer ones.
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
    /// @throws ReleaseException if it is of another publication, or needs a newer root
    public Verified<Manifest> manifest(SignedNote note)
            throws FormatException, UntrustedNoteException, ReleaseException {
        Verified<Manifest> manifest = publishers.verify(note).map(Manifest::parse);
        requireSameOrigin("manifest", manifest.value().origin());
        requireReached("manifest", manifest.value().rootVersion());
        return manifest;
    }

    /// Opens the latest note of this publication. It may name a newer root, which the agent then fetches first:
    /// [#requireReached] checks.
    ///
    /// @throws ReleaseException if it is of another publication
    public Verified<Latest> latest(SignedNote note) throws FormatException, UntrustedNoteException, ReleaseException {
        Verified<Latest> latest = TrustedKeys.of(1, List.of(timestamp)).verify(note).map(Latest::parse);
        requireSameOrigin("latest", latest.value().origin());
        return latest;
    }

    /// Refuses a note made under a newer root than this one.
    ///
    /// @param what kind of note, for the message
    public void requireReached(String what, long rootVersion) throws ReleaseException {
        if (rootVersion > version) {
            throw new ReleaseException(Reason.NEWER_ROOT,
                    what + ": made under root " + rootVersion + ", the known root is " + version);
        }
    }

    public boolean isExpiredAt(Instant effective) {
        return !effective.isBefore(expires);
    }

    /// The text to sign.
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

    /// Whether a key of the first set is missing from the second. Then values learnt under the first may have been
    /// forged with a stolen key.
    static boolean hasLost(TrustedKeys before, TrustedKeys after) {
        return !after.keys().containsAll(before.keys());
    }

    private void requireSameOrigin(String what, String found) throws ReleaseException {
        if (!found.equals(origin)) {
            throw new ReleaseException(Reason.OTHER_ORIGIN, what + ": of " + found + ", expected " + origin);
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

    /// The rules for addresses.
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
                throw new IllegalArgumentException(addresses.size() + " addresses, not in 0.." + MAX_ADDRESSES);
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

        /// Whether a path such as `/v1/latest` can be appended unchanged. An address in brackets is checked by [URI].
        private static boolean isBase(URI address) {
            String text = address.toString();
            return text.length() <= MAX_LENGTH && BASE.matcher(text).matches() && address.getHost() != null
                    && address.getPort() <= MAX_PORT;
        }
    }
}
