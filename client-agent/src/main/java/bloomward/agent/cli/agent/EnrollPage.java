package bloomward.agent.cli.agent;

import bloomward.agent.cli.io.Facts;
import bloomward.agent.update.EnrollmentOutcome.Enrolled;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import bloomward.program.text.Figures;
import bloomward.program.text.Printable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The result of an enrolment: the trusted publication and the installed lists.
///
/// @param enrolled the publication
/// @param manifest of the installed lists, if any are installed
/// @param lists in it that this agent uses
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
                .put("protected", !lists.isEmpty());
        return manifest.map(set -> facts.put("sequence", set.sequence())
                .put("expires", set.expires().toString())
                .put("entries", entries())
                .put("protectedAfterMillis", elapsed.toMillis())
                .put("lists",
                        lists.stream()
                                .map(list -> new Facts().put("list", list.name())
                                        .put("version", list.version())
                                        .put("entries", list.listedEntries()))
                                .toList()))
                .orElse(facts);
    }

    String words() {
        Root root = enrolled.root();
        List<String> lines = new ArrayList<>();
        lines.add((enrolled.wasEnrolled() ? "was already enrolled, now at " : "enrolled at ") + enrolled.server());
        lines.add("origin " + root.origin() + ", root version " + root.version() + ", valid until " + root.expires());
        lines.add(share(root.roots()) + " must sign each new root: " + joined(root.roots(), ", "));
        lines.add(share(root.publishers()) + " must sign each publication: " + joined(root.publishers(), ", "));
        lines.add("one key signs which publication is the newest: " + root.timestamp());
        if (manifest.isPresent()) {
            lines.add("");
            lists.forEach(list -> lines.add("list " + list.name() + ", version " + list.version() + ": "
                    + Figures.amount(list.listedEntries(), "entry", "entries")));
            lines.add(lists.isEmpty()
                    ? "not protected: the publication has no list that is used here"
                    : String.format(Locale.ROOT, "protected by %s in %.1f s",
                            Figures.amount(entries(), "entry", "entries"), elapsed.toMillis() / 1000.0));
        }
        return lines.stream().map(Printable::of).collect(Collectors.joining("\n", "", "\n"));
    }

    private long entries() {
        return lists.stream().mapToLong(ListRelease::listedEntries).sum();
    }

    private static String share(TrustedKeys keys) {
        return keys.keys().size() == 1 ? "one key" : keys.threshold() + " of " + keys.keys().size() + " keys";
    }

    private static String joined(TrustedKeys keys, String separator) {
        return keys.keys().stream().map(VerifierKey::toString).sorted().collect(Collectors.joining(separator));
    }
}
