package bloomward.server.publish;

import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.url.UrlExpressions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Puts manifests together, and signatures to them.
final class Manifests {

    /// Short enough that a publication nobody looks after ends soon, long enough for a week's absence.
    static final Duration VALIDITY = Duration.ofDays(7);

    private Manifests() {}

    /// A manifest of these lists that follows another one.
    ///
    /// @param floor the smallest sequence that may be used
    static Manifest of(Root root, Optional<Manifest> before, List<ListRelease> lists, AllowFiles allow, Instant now,
            long floor) {
        // After a clock was set back, time stands still instead of running backwards.
        Instant issued = before.map(Manifest::issued).filter(now::isBefore).orElse(now);
        long next = before.map(Manifest::sequence).orElse(0L) + 1;
        long sequence = Math.max(Math.max(next, floor), issued.getEpochSecond());
        List<ListRelease> sorted = lists.stream().sorted(Comparator.comparing(ListRelease::name)).toList();
        return new Manifest(root.origin(), sequence, root.version(), issued, issued.plus(VALIDITY),
                canonicalOf(sorted, before), allow.plain(), sorted, allow.full());
    }

    /// The number that the lists have (`ListRow.canonicalOf`).
    private static int canonicalOf(List<ListRelease> lists, Optional<Manifest> before) {
        return lists.stream()
                .findFirst()
                .map(list -> list.spec().canonical())
                .or(() -> before.map(Manifest::canonical))
                .orElse(UrlExpressions.CANONICAL);
    }

    /// A manifest of the same content that follows another one.
    static Manifest following(Root root, Manifest before, Instant now, long floor) {
        return of(root, Optional.of(before), before.lists(), AllowFiles.of(before), now, floor);
    }
}
