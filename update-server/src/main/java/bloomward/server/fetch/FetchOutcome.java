package bloomward.server.fetch;

import bloomward.program.text.Printable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What came of asking for a feed.
public sealed interface FetchOutcome {

    /// A whole body, written durably beside the last good one. It becomes the last good one by [FeedFolder#accept], when
    /// it was read and found to be a list.
    ///
    /// @param body as it was sent, so perhaps gzip
    /// @param length in bytes
    record Fetched(Path body, Validators validators, long length) implements FetchOutcome {}

    /// The last good body is still the newest.
    record NotModified() implements FetchOutcome {}

    /// Nothing that can be used; the last good body stays.
    ///
    /// @param detail for a person, printable, without a key
    /// @param retryAfter how long the publisher wants to be left alone, if they said so
    record Failed(Reason reason, String detail, Optional<Duration> retryAfter) implements FetchOutcome {

        static Failed of(Reason reason, String detail) {
            return new Failed(reason, Printable.beginningOf(detail), Optional.empty());
        }
    }

    /// Why a body could not be fetched.
    enum Reason {
        /// The publisher's key is missing, or no key.
        KEY,
        /// No connection: name, network, proxy or certificate.
        CONNECTION,
        /// Nothing arrived for too long.
        STALLED,
        /// It arrived, but not all of it in time.
        TOO_SLOW,
        /// More than is allowed.
        TOO_LARGE,
        /// It ended before its end.
        CUT,
        /// There is nothing in it, or it is coded in a way that was not asked for.
        BODY,
        /// To somewhere that the definition does not name.
        REDIRECT,
        /// The publisher wants to be asked less.
        BUSY,
        /// The publisher does not let us; the key may be wrong.
        DENIED,
        /// It is not there.
        GONE,
        /// Another answer that is none.
        STATUS,
        /// It could not be written here.
        STORAGE
    }
}
