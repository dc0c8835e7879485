package bloomward.server.store;

import bloomward.format.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Published files by their public paths, in a store that several machines reach: the folder of each server is a copy of
/// them. What is not published (leaves of confirm answers, keys, copies of feeds) is not among them.
public interface FileTable {

    /// Adds or replaces a file.
    ///
    /// @param file as the bytes are; others are an [IOException], and nothing is kept
    void put(FileRow file, InputStream bytes) throws IOException;

    Optional<FileRow> find(String path) throws IOException;

    /// All by path.
    List<FileRow> all() throws IOException;

    /// Writes the bytes of a file, in pieces.
    ///
    /// @throws IOException if there is none, or its bytes are not those that were put
    void copy(String path, OutputStream out) throws IOException;

    /// @return how many were there
    long remove(Collection<String> paths) throws IOException;

    /// A file.
    ///
    /// @param path as in a URL, `/v1/...`
    record FileRow(String path, Digest sha256, long length) {}
}
