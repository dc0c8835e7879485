package bloomward.server.cli.keys;

import bloomward.format.release.Root;
import bloomward.format.sign.NoteSignature;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import bloomward.program.text.Figures;
import bloomward.program.text.Page;
import bloomward.program.text.Page.Tone;
import bloomward.server.admin.view.RootView;
import bloomward.server.cli.client.Answers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Describes root notes and their trusted keys to people.
final class RootPage {

    private RootPage() {}

    static void describe(Page page, Answers.Roots roots) {
        roots.roots().forEach(root -> noteAndKeys(page, root));
        if (roots.roots().isEmpty()) {
            page.line("no root yet");
        } else {
            keysHere(page, roots.roots().getLast());
        }
    }

    static void describe(Page page, RootView root) {
        noteAndKeys(page, root);
        keysHere(page, root);
    }

    private static void noteAndKeys(Page page, RootView root) {
        page.line(root.isCurrent() ? Tone.GOOD : Tone.PLAIN,
                "root " + root.version() + (root.isCurrent() ? ", current" : "") + ", expires "
                        + Figures.time(root.expires()) + ", SHA-256 " + root.sha256());
        keys(page, "root", root.rootThreshold(), root.roots());
        keys(page, "publisher", root.publisherThreshold(), root.publishers());
        page.line("  timestamp: " + root.timestamp());
    }

    /// All keys on the server, of any root.
    private static void keysHere(Page page, RootView root) {
        page.line("keys on the server: " + (root.keysHere().isEmpty() ? "none" : String.join(", ", root.keysHere())));
    }

    /// Describes a note to its signer, from the signed text itself.
    ///
    /// @param signatures present signatures, unverified
    static void describe(Page page, Root root, String sha256, List<NoteSignature> signatures) {
        page.line("root " + root.version() + " of " + root.origin() + ", issued " + Figures.time(root.issued())
                + ", expires " + Figures.time(root.expires()));
        page.line("SHA-256 of the text: " + sha256);
        keys(page, "root", root.roots());
        keys(page, "publisher", root.publishers());
        page.line("  timestamp: " + root.timestamp());
        root.addresses().forEach(address -> page.line("  address: " + address));
        signatures(page, signatures);
    }

    static void signatures(Page page, List<NoteSignature> signatures) {
        page.line(
                "signed so far by: "
                        + (signatures.isEmpty()
                                ? "none"
                                : String.join(", ", signatures.stream()
                                        .map(signature -> "%s+%08x".formatted(signature.name(), signature.keyId()))
                                        .toList())));
    }

    private static void keys(Page page, String role, TrustedKeys keys) {
        Set<String> sorted = new TreeSet<>();
        for (VerifierKey key : keys.keys()) {
            sorted.add(key.toString());
        }
        keys(page, role, keys.threshold(), List.copyOf(sorted));
    }

    private static void keys(Page page, String role, int threshold, List<String> keys) {
        page.line("  " + role + ": " + threshold + " of " + keys.size());
        keys.forEach(key -> page.line("    " + key));
    }
}
