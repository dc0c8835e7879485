package bloomward.server.cli.keys;

import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.sign.VerifierKey;
import bloomward.program.command.CommandException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The successor of a root: explicit changes, with everything else kept.
final class RootChange {

    private final Root current;
    private final Instant now;
    private TrustedKeys roots;
    private TrustedKeys publishers;
    private VerifierKey timestamp;
    private List<URI> addresses;
    private Duration validity = Duration.ofDays(365);

    RootChange(Root current, Instant now) {
        this.current = current;
        this.now = now;
        this.roots = current.roots();
        this.publishers = current.publishers();
        this.timestamp = current.timestamp();
        this.addresses = current.addresses();
    }

    void roots(List<String> added, List<String> removed, Optional<Integer> threshold)
            throws FormatException, CommandException {
        roots = changed("root", roots, added, removed, threshold);
    }

    void publishers(List<String> added, List<String> removed, Optional<Integer> threshold)
            throws FormatException, CommandException {
        publishers = changed("publisher", publishers, added, removed, threshold);
    }

    void timestamp(Optional<String> key) throws CommandException {
        if (key.isPresent()) {
            timestamp = key("--timestamp", key.get());
        }
    }

    /// @param texts empty to keep the addresses
    void addresses(List<String> texts) throws CommandException {
        List<URI> uris = new ArrayList<>();
        for (String text : texts) {
            try {
                uris.add(new URI(text));
            } catch (URISyntaxException _) {
                throw CommandException.error("--address " + text + ": not an address");
            }
        }
        addresses = uris.isEmpty() ? addresses : uris;
    }

    void validFor(Duration span) {
        validity = span;
    }

    Root next() throws CommandException {
        try {
            return new Root(current.origin(), current.version() + 1, now, now.plus(validity), roots, publishers,
                    timestamp, addresses);
        } catch (IllegalArgumentException e) {
            throw CommandException.error("invalid root: " + e.getMessage());
        }
    }

    /// The public key given to an option. The message does not repeat the text, which may be a private key.
    static VerifierKey key(String option, String text) throws CommandException {
        try {
            return VerifierKey.parse(text);
        } catch (FormatException e) {
            throw CommandException.error(option + ": not a public key: " + e.getMessage()
                    + "\nGive the whole key, as printed by 'keys show'.");
        }
    }

    private static TrustedKeys changed(String role, TrustedKeys keys, List<String> added, List<String> removed,
            Optional<Integer> threshold) throws FormatException, CommandException {
        List<VerifierKey> changed = new ArrayList<>(keys.keys());
        for (String gone : removed) {
            List<VerifierKey> meant = changed.stream()
                    .filter(key -> key.toString().equals(gone) || key.name().equals(gone))
                    .toList();
            if (meant.size() != 1) {
                throw CommandException.error("--remove-" + role + " " + gone
                        + (meant.isEmpty() ? ": no such key" : ": more than one key has this name")
                        + "\nGive the whole key, as printed by 'keys show'.");
            }
            changed.removeAll(meant);
        }
        for (String key : added) {
            changed.add(key("--add-" + role, key));
        }
        return TrustedKeys.of(threshold.orElse(keys.threshold()), changed);
    }
}
