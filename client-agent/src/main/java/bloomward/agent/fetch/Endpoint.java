package bloomward.agent.fetch;

import java.net.URI;

/// Requests whose answers are not files: small, and their status is part of the answer. Thread-safe; a request blocks its
/// thread, and an interrupt ends it.
public interface Endpoint {

    /// An answer of the server itself, or of something in its place.
    ///
    /// @param status 2xx, or 4xx except those that ask to come again or speak of the network
    /// @param isJson whether it is a JSON document, as errors of our server are
    /// @param body of a 2xx answer; otherwise empty
    record StatusReply(int status, boolean isJson, String body) {}

    /// Sends a JSON document.
    ///
    /// @param address base address, without `/` at its end
    /// @param path behind it
    /// @param maxLength the limit of the answer in bytes
    /// @throws FetchException if there is no answer that counts. The request may have arrived all the same, and may have
    ///     arrived twice: its content must make that harmless
    StatusReply post(URI address, String path, byte[] json, int maxLength) throws FetchException;

    /// Asks for a document.
    StatusReply get(URI address, String path, int maxLength) throws FetchException;
}
