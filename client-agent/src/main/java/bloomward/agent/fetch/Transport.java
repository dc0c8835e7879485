package bloomward.agent.fetch;

import bloomward.format.wire.PublicPath;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// The way to a server. Thread-safe; a request blocks its thread, and an interrupt ends it.
public interface Transport {

    /// Fetches a small file into memory.
    ///
    /// @param address base address of the publication, as in a root: without `/` at its end
    /// @param maxLength the limit in bytes; longer answers are refused after one byte more
    /// @param etag of the known bytes, for [Reply.NotModified]
    Reply get(URI address, PublicPath path, int maxLength, Optional<String> etag) throws FetchException;

    /// Fetches into a file, and resumes an interrupted download: an existing file is taken as the beginning. After a
    /// failure, the bytes that arrived are kept for the next time. The file is not synced.
    ///
    /// @param length the exact length in bytes; longer answers are refused after one byte more
    /// @return false if the server does not have it (404, 410)
    boolean download(URI address, PublicPath path, long length, Path to) throws FetchException;
}
