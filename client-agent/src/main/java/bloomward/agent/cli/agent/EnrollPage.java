package bloomward.agent.cli.agent;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.update.EnrollmentOutcome.Enrolled;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import bloomward.program.text.Printable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Whom the agent trusts now, and what that brought.
///
/// @param enrolled the publication
/// @param manifest what is installed, if anything is
/// @param lists of it that this agent uses
/// @param elapsed since the command began
record EnrollPage(Enrolled enrolled, Optional<Manifest> manifest, List<ListRelease> lists, Duration elapsed) {

    Facts facts() {
        Root root = enrolled.root();
        Facts facts = new Facts().put("server", enrolled.server().toString())
                .put("origin", root.origin())
                .put("wasEnrolled", enrolled.wasEnrolled())
                .put("root", root.version())
                .put("rootExpires", root.expires().toString())
                .put("rootThreshold", root.roots().threshold())
                .put("rootKeys", joined(root.roots(), " "))
                .put("publisherThreshold", root.publishers().threshold())
                .put("publisherKeys", joined(root.publishers(), " "))
                .put("timestampKey", root.timestamp().toString())
                .put("protected", manifest.isPresent());
        return manifest.map(set -> facts.put("sequence", set.sequence())
                .put("expires", set.expires().toString())
                .put("entries", entries())
                .put("protectedAfterMillis", elapsed.toMillis())
                .put("lists",
                        lists.stream()
                                .map(list -> new Facts().put("list", list.name())
                                        .put("version", list.version())
                                        .put("entries", list.entries()))
                                .toList()))
                .orElse(facts);
    }

    String words() {
        Root root = enrolled.root();
        List<String> lines = new ArrayList<>();
        lines.add((enrolled.wasEnrolled() ? "was enrolled already, now at " : "enrolled at ") + enrolled.server());
        lines.add("origin " + root.origin() + ", root version " + root.version() + ", valid until " + root.expires());
        lines.add(share(root.roots()) + " must sign each new root: " + joined(root.roots(), ", "));
        lines.add(share(root.publishers()) + " must sign what is published: " + joined(root.publishers(), ", "));
        lines.add("one key says which publication is the newest: " + root.timestamp());
        if (manifest.isPresent()) {
            lines.add("");
            lists.forEach(list -> lines.add(String.format(Locale.ROOT, "list %s, version %d: %,d entries", list.name(),
                    list.version(), list.entries())));
            lines.add(String.format(Locale.ROOT, "protected after %.1f s by %,d entries", elapsed.toMillis() / 1000.0,
                    entries()));
        }
        return lines.stream().map(Printable::of).collect(Collectors.joining("\n", "", "\n"));
    }

    private long entries() {
        return lists.stream().mapToLong(ListRelease::entries).sum();
    }

    private static String share(TrustedKeys keys) {
        return keys.keys().size() == 1 ? "one key" : keys.threshold() + " of " + keys.keys().size() + " keys";
    }

    private static String joined(TrustedKeys keys, String separator) {
        return keys.keys().stream().map(VerifierKey::toString).sorted().collect(Collectors.joining(separator));
    }
}
