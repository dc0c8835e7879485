package bloomward.server.publish;

import bloomward.format.FormatException;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.url.UrlExpressions;
import bloomward.server.store.AllowRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Puts manifests together, and signatures to them.
final class Manifests {

    /// Short enough that a publication nobody looks after ends soon, long enough for a week's absence.
    static final Duration VALIDITY = Duration.ofDays(7);

    private Manifests() {}

    /// A manifest of these lists that follows another one.
    ///
    /// @param floor the smallest sequence that may be used
    static Manifest of(Root root, Optional<Manifest> before, List<ListRelease> lists, FileRef allow, Instant now,
            long floor) {
        // After a clock was set back, time stands still instead of running backwards.
        Instant issued = before.map(Manifest::issued).filter(now::isBefore).orElse(now);
        long next = before.map(Manifest::sequence).orElse(0L) + 1;
        long sequence = Math.max(Math.max(next, floor), issued.getEpochSecond());
        List<ListRelease> sorted = lists.stream().sorted(Comparator.comparing(ListRelease::name)).toList();
        return new Manifest(root.origin(), sequence, root.version(), issued, issued.plus(VALIDITY),
                UrlExpressions.CANONICAL, allow, sorted);
    }

    /// The allow file of what is allowed.
    static byte[] allowFile(List<AllowRow> rows) throws FormatException {
        return AllowList.of(UrlExpressions.CANONICAL,
                rows.stream().filter(row -> !row.isHeld()).map(row -> row.expression().toBytes()).toList())
                .toBytes();
    }

    /// A text and the signatures it has so far, which may be none.
    ///
    /// @param lines as they stand in a note
    record Draft(String text, Set<String> lines) {

        /// The text with the signatures of these keys.
        static Draft sign(String text, List<SigningKey> keys) {
            return keys.isEmpty() ? new Draft(text, Set.of()) : of(SignedNote.sign(text, keys));
        }

        static Draft of(SignedNote note) {
            Set<String> lines = new LinkedHashSet<>();
            note.signatures().forEach(signature -> lines.add(signature.toString()));
            return new Draft(note.unverifiedText(), lines);
        }

        /// Reads what [#toString] wrote.
        static Draft parse(String written) throws FormatException {
            return written.endsWith("\n\n")
                    ? new Draft(written.substring(0, written.length() - 1), Set.of())
                    : of(SignedNote.parse(written.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            Manifest.MAX_SIZE_IN_BYTES));
        }

        /// With the signatures of another note over the same text.
        Draft plus(SignedNote note) {
            Set<String> all = new LinkedHashSet<>(lines);
            all.addAll(of(note).lines);
            return new Draft(text, all);
        }

        /// The note, if there is a signature.
        Optional<SignedNote> note() throws FormatException {
            return lines.isEmpty()
                    ? Optional.empty()
                    : Optional.of(SignedNote.parse(toString().getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            Manifest.MAX_SIZE_IN_BYTES));
        }

        /// How many signatures are missing.
        int missing(TrustedKeys publishers) throws FormatException, UntrustedNoteException {
            if (lines.isEmpty()) {
                return publishers.threshold();
            }
            int signers = TrustedKeys.of(1, publishers.keys()).verify(note().orElseThrow()).signers().size();
            return Math.max(0, publishers.threshold() - signers);
        }

        /// A note, or where nobody has signed yet, what of it stands before the signatures: so signers read it.
        @Override
        public String toString() {
            return text + "\n" + lines.stream().map(line -> line + "\n").collect(Collectors.joining());
        }
    }
}
