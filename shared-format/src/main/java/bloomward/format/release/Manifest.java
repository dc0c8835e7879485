package bloomward.format.release;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.ReleaseException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The complete state of a publication: every list and the allow file, by length and digest (FORMAT.md 17.3).
///
/// One manifest names all lists, so that an attacker cannot combine new and old ones: an agent installs all of it or
/// nothing.
///
/// @param origin name of the publication
/// @param sequence grows with every manifest, and is at least the seconds since 1970 at which it was issued
/// @param rootVersion root under which it was made
/// @param issued time of issue
/// @param expires time from which URLs not found are unknown instead of clean; at most 30 days later
/// @param canonical number of the rules by which URLs become expressions, for all its lists
/// @param allow the allow file of version 1
/// @param lists sorted by name, with distinct names
/// @param allowV2 the allow file of version 2, which says all that is allowed; empty where version 1 does
public record Manifest(String origin, long sequence, long rootVersion, Instant issued, Instant expires, int canonical,
        FileRef allow, List<ListRelease> lists, Optional<FileRef> allowV2) {

    public static final int MAX_SIZE_IN_BYTES = NoteRole.MANIFEST.maxSizeInBytes();
    public static final Duration MAX_VALIDITY = Duration.ofDays(30);
    public static final int MAX_LISTS = 1000;

    private static final int MAX_CANONICAL = 0xffff;
    private static final String ALLOW_V2 = "allow-v2";

    public Manifest {
        NoteRole.requireOrigin(origin);
        NoteRole.requireNumber("sequence", sequence, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireNumber("root", rootVersion, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireTimes(issued, expires, MAX_VALIDITY);
        NoteRole.requireNumber("canonical", canonical, 0, MAX_CANONICAL);
        lists = List.copyOf(lists);
        NoteRole.requireNumber("number of lists", lists.size(), 0, MAX_LISTS);
        requireSorted(lists);
        requireOwnFiles(lists);
        for (ListRelease list : lists) {
            if (list.spec().canonical() != canonical) {
                throw new IllegalArgumentException("list " + list.name() + ": canonical " + list.spec().canonical()
                        + " in a manifest of canonical " + canonical);
            }
        }
    }

    /// A manifest of which version 1 of the allow file says all that is allowed.
    public Manifest(String origin, long sequence, long rootVersion, Instant issued, Instant expires, int canonical,
            FileRef allow, List<ListRelease> lists) {
        this(origin, sequence, rootVersion, issued, expires, canonical, allow, lists, Optional.empty());
    }

    /// The allow file that readers of this version take: it alone says all that is allowed.
    public FileRef allowFile() {
        return allowV2.orElse(allow);
    }

    /// The allow files for readers of all versions, the oldest first.
    public List<FileRef> allowFiles() {
        return allowV2.map(newer -> List.of(allow, newer)).orElse(List.of(allow));
    }

    private static void requireSorted(List<ListRelease> lists) {
        for (int i = 1; i < lists.size(); i++) {
            if (lists.get(i - 1).name().compareTo(lists.get(i).name()) >= 0) {
                throw new IllegalArgumentException("list " + lists.get(i).name() + " follows " + lists.get(i - 1).name()
                        + ", but names must be sorted and distinct");
            }
        }
    }

    /// Two lists never have the same file, because each has its own seed: so a file identifies its list.
    private static void requireOwnFiles(List<ListRelease> lists) {
        Set<Digest> digests = new HashSet<>();
        for (ListRelease list : lists) {
            if (!digests.add(list.packed().digest()) || !digests.add(list.flat().digest())) {
                throw new IllegalArgumentException("list " + list.name() + ": has a file of another list");
            }
        }
    }

    /// Reads the text of a manifest without verifying it; [Root#manifest] verifies.
    public static Manifest parse(String text) throws FormatException {
        return NoteLines.read(NoteRole.MANIFEST, text, Manifest::read, Manifest::toText);
    }

    /// The list with this name.
    public Optional<ListRelease> list(String name) {
        return lists.stream().filter(list -> list.name().equals(name)).findFirst();
    }

    /// Refuses rules for URLs that a program does not know: other rules would make other keys from the same URL, so
    /// nothing would be found.
    ///
    /// @param oldest the least number of rules that the program knows
    /// @param newest the greatest
    public void requireCanonical(int oldest, int newest) throws FormatException {
        if (canonical < oldest || canonical > newest) {
            throw new FormatException(
                    canonical > newest ? FormatException.Reason.TOO_NEW : FormatException.Reason.TOO_OLD,
                    "manifest: canonical " + canonical + ", this program follows canonical "
                            + (oldest == newest ? newest : oldest + " to " + newest));
        }
    }

    /// Refuses to replace an installed manifest by this one if anything would go back: a sequence that does not grow,
    /// unless it is the same manifest; or a list whose version decreases, or whose files change without a new version.
    public void requireFollows(Manifest installed) throws ReleaseException {
        if (equals(installed)) {
            return;
        }
        if (sequence <= installed.sequence) {
            throw new ReleaseException(Reason.ROLLED_BACK, "manifest: sequence " + sequence
                    + ", another manifest of sequence " + installed.sequence + " is already installed");
        }
        for (ListRelease list : lists) {
            Optional<ListRelease> before = installed.list(list.name());
            if (before.isPresent()) {
                requireFollows(list, before.get());
            }
        }
    }

    private static void requireFollows(ListRelease list, ListRelease before) throws ReleaseException {
        if (list.version() < before.version()) {
            throw new ReleaseException(Reason.ROLLED_BACK, "list " + list.name() + ": version " + list.version()
                    + ", version " + before.version() + " is already installed");
        }
        if (list.version() == before.version() && !list.equals(before)) {
            throw new ReleaseException(Reason.ROLLED_BACK,
                    "list " + list.name() + ": another version " + list.version() + " is already installed");
        }
    }

    public boolean isExpiredAt(Instant effective) {
        return !effective.isBefore(expires);
    }

    /// The text to sign.
    public String toText() {
        NoteText text = new NoteText(NoteRole.MANIFEST, origin).line("sequence", sequence)
                .line("root", rootVersion)
                .line("issued", issued)
                .line("expires", expires)
                .line("canonical", canonical)
                .line("allow", allow);
        lists.forEach(list -> list.writeTo(text));
        allowV2.ifPresent(file -> text.line("optional " + ALLOW_V2, file));
        return text.finish();
    }

    private static Manifest read(NoteLines lines) throws FormatException {
        String origin = lines.origin();
        long sequence = lines.number("sequence");
        long rootVersion = lines.number("root");
        Instant issued = lines.time("issued");
        Instant expires = lines.time("expires");
        long canonical = lines.number("canonical");
        NoteRole.requireNumber("canonical", canonical, 0, MAX_CANONICAL);
        FileRef allow = lines.file("allow");
        List<ListRelease> lists = new ArrayList<>();
        while (lines.has("list")) {
            if (lists.size() == MAX_LISTS) {
                throw lines.malformed("more than " + MAX_LISTS + " lists");
            }
            lists.add(ListRelease.read(lines, (int) canonical));
        }
        return new Manifest(origin, sequence, rootVersion, issued, expires, (int) canonical, allow, lists,
                lines.optionalFile(ALLOW_V2));
    }
}
