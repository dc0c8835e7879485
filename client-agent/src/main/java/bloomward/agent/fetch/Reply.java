package bloomward.agent.fetch;

import java.util.Optional;

/// The answer of a server to a valid request.
public sealed interface Reply {

    /// The requested bytes, according to the server.
    final class Content implements Reply {

        private final byte[] bytes;
        private final Optional<String> etag;

        /// @param bytes not copied
        public Content(byte[] bytes, Optional<String> etag) {
            this.bytes = bytes;
            this.etag = etag;
        }

        /// Belongs to this object; must not be modified.
        public byte[] bytes() {
            return bytes;
        }

        /// The entity tag of these bytes, for the next request.
        public Optional<String> etag() {
            return etag;
        }
    }

    /// The known bytes are still current (304).
    record NotModified() implements Reply {}

    /// The server does not have it, or no longer (404, 410).
    record Missing() implements Reply {}
}
