package bloomward.agent.fetch;

import bloomward.format.wire.PublicPath;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/// How the agent reaches a server. Safe for all threads; one request blocks one thread, and an interrupt ends it.
public interface Transport {

    /// Fetches what is small enough for memory.
    ///
    /// @param address base address of the publication, as it stands in a root: no `/` at its end
    /// @param maxLength more bytes than these are refused, and no more than one beyond is read
    /// @param etag of what is there already, for [Reply.NotModified]
    Reply get(URI address, PublicPath path, int maxLength, Optional<String> etag) throws FetchException;

    /// Fetches into a file, from where a download that was interrupted had come to: a file that is there is taken for
    /// the beginning. Where it fails, what had arrived stays for the next time. The file is not synced.
    ///
    /// @param length how many bytes there must be; more are refused, and no more than one beyond is read
    /// @return false if the server does not have it (404, 410)
    boolean download(URI address, PublicPath path, long length, Path to) throws FetchException;
}
