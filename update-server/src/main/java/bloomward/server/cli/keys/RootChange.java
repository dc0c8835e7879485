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

/// The root that follows another: changes are said one by one, and whatever is not said stays.
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
        roots = changed(roots, added, removed, threshold);
    }

    void publishers(List<String> added, List<String> removed, Optional<Integer> threshold)
            throws FormatException, CommandException {
        publishers = changed(publishers, added, removed, threshold);
    }

    void timestamp(Optional<String> key) throws FormatException {
        if (key.isPresent()) {
            timestamp = VerifierKey.parse(key.get());
        }
    }

    /// @param texts none leaves them as they are
    void addresses(List<String> texts) throws CommandException {
        List<URI> uris = new ArrayList<>();
        for (String text : texts) {
            try {
                uris.add(new URI(text));
            } catch (URISyntaxException _) {
                throw CommandException.error("--address " + text + ": no address");
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
            throw CommandException.error("no such root is possible: " + e.getMessage());
        }
    }

    private static TrustedKeys changed(TrustedKeys keys, List<String> added, List<String> removed,
            Optional<Integer> threshold) throws FormatException, CommandException {
        List<VerifierKey> changed = new ArrayList<>(keys.keys());
        for (String gone : removed) {
            List<VerifierKey> meant = changed.stream()
                    .filter(key -> key.toString().equals(gone) || key.name().equals(gone))
                    .toList();
            if (meant.size() != 1) {
                throw CommandException.error((meant.isEmpty() ? "no key is " : "more than one key is ") + gone
                        + "\nGive the whole key, as keys show prints it.");
            }
            changed.removeAll(meant);
        }
        for (String key : added) {
            changed.add(VerifierKey.parse(key));
        }
        return TrustedKeys.of(threshold.orElse(keys.threshold()), changed);
    }
}
