package bloomward.server.fetch;

import bloomward.program.text.Printable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The outcome of fetching a feed.
public sealed interface FetchOutcome {

    /// A whole body, written durably beside the last good one. [FeedFolder#accept] makes it the last good one, once it
    /// was read and found to be a list.
    ///
    /// @param body as sent, possibly gzip
    /// @param length in bytes
    record Fetched(Path body, Validators validators, long length) implements FetchOutcome {}

    /// The last good body is still current.
    record NotModified() implements FetchOutcome {}

    /// No usable body; the last good one stays.
    ///
    /// @param detail for people, printable, without the key
    /// @param retryAfter the publisher's `Retry-After`, if any
    record Failed(Reason reason, String detail, Optional<Duration> retryAfter) implements FetchOutcome {

        static Failed of(Reason reason, String detail) {
            return new Failed(reason, Printable.beginningOf(detail), Optional.empty());
        }
    }

    /// The reasons of failed fetches.
    enum Reason {
        /// The publisher's key is missing or invalid.
        KEY,
        /// No connection: name, network, proxy or certificate.
        CONNECTION,
        /// Its server is not on the public network, and the definition does not say so.
        PRIVATE,
        /// Nothing arrived for too long.
        STALLED,
        /// The body was incomplete at the deadline, or came too slowly.
        TOO_SLOW,
        /// The body exceeds the limit.
        TOO_LARGE,
        /// The body was truncated.
        CUT,
        /// The body is empty or has an unexpected content coding.
        BODY,
        /// A redirect to an address outside the definition.
        REDIRECT,
        /// The publisher limits the rate of requests.
        BUSY,
        /// The publisher denies access; the key may be wrong.
        DENIED,
        /// The publisher has no such resource.
        GONE,
        /// Any other unusable answer.
        STATUS,
        /// The body could not be written locally.
        STORAGE
    }
}
