package bloomward.agent.fetch;

import java.util.Optional;

/// What a server answers to a question that it understood.
public sealed interface Reply {

    /// The bytes that were asked for, as far as one can believe a server.
    final class Content implements Reply {

        private final byte[] bytes;
        private final Optional<String> etag;

        /// @param bytes not copied
        public Content(byte[] bytes, Optional<String> etag) {
            this.bytes = bytes;
            this.etag = etag;
        }

        /// Belongs to this object: only to be read.
        public byte[] bytes() {
            return bytes;
        }

        /// What names these bytes when they are asked for again.
        public Optional<String> etag() {
            return etag;
        }
    }

    /// What is there already is still what the server has (304).
    record NotModified() implements Reply {}

    /// The server has no such thing, or no longer (404, 410).
    record Missing() implements Reply {}
}
