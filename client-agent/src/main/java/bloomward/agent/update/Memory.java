package bloomward.agent.update;

import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The notes of one poll for the next one of the same process, with which most polls are one question and a short answer.
/// All of it can be lost.
final class Memory {

    private static final Duration ROOTS_EVERY = Duration.ofDays(1);

    private final Map<URI, Tag> tags = new HashMap<>();
    private final Map<URI, Span> quiet = new HashMap<>();
    private Optional<Offer> offer = Optional.empty();
    private Optional<Span> rootsKnown = Optional.empty();

    /// The name that a site gave to a latest note.
    private record Tag(String etag, SignedNote latest) {}

    /// A span of time; a clock that was set back is not in it.
    private record Span(Instant from, Instant until) {

        boolean has(Instant now) {
            return !now.isBefore(from) && now.isBefore(until);
        }
    }

    /// The offer that was verified last, if that was by this root.
    Optional<Offer> offer(Root root) {
        return offer.filter(known -> known.root().equals(root));
    }

    /// The tag with which a site is asked, and need not send a note that is known.
    Optional<String> etag(URI address, Offer known) {
        return Optional.ofNullable(tags.get(address))
                .filter(tag -> tag.latest.equals(known.latestNote()))
                .map(Tag::etag);
    }

    void verified(URI address, Offer verified, Optional<String> etag) {
        offer = Optional.of(verified);
        etag.ifPresent(name -> tags.put(address, new Tag(name, verified.latestNote())));
    }

    /// Whether it is time to look for a newer root, though nothing says that there is one.
    boolean rootsAreDue(Instant now) {
        return rootsKnown.filter(span -> span.has(now)).isEmpty();
    }

    void rootsAsked(Instant now) {
        rootsKnown = Optional.of(new Span(now, now.plus(ROOTS_EVERY)));
    }

    /// A site does not want to be asked for a while.
    void quiet(URI address, Instant now, Duration wait) {
        quiet.put(address, new Span(now, now.plus(wait)));
    }

    boolean isQuiet(URI address, Instant now) {
        return Optional.ofNullable(quiet.get(address)).filter(span -> span.has(now)).isPresent();
    }
}
