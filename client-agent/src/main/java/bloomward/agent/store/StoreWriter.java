package bloomward.agent.store;

import bloomward.format.Digest;
import bloomward.format.release.FileRef;
import java.io.IOException;
import java.nio.file.Path;

/// The one who changes a store, until closed. One thread.
@SuppressWarnings("DoNotCallSuggester") // until it is built
public final class StoreWriter implements AutoCloseable {

    StoreWriter() {}

    /// Where a file with that digest is fetched to or made, before it is known to have it. What is there was left by an
    /// earlier attempt.
    public Path partial(Digest digest) {
        throw new UnsupportedOperationException();
    }

    /// Whether a file is kept, and has these bytes.
    public boolean has(FileRef file) throws IOException {
        throw new UnsupportedOperationException();
    }

    /// The path of a file that is kept.
    public Path file(Digest digest) {
        throw new UnsupportedOperationException();
    }

    /// Keeps the partial file if it is what it is to be: durable under its digest afterwards. Otherwise deletes it.
    ///
    /// @return whether it was
    public boolean keep(FileRef file) throws IOException {
        throw new UnsupportedOperationException();
    }

    /// Makes this the state, durably. Every file that its manifest names for the lists in use must be kept already.
    public void commit(StoreState state) throws IOException {
        throw new UnsupportedOperationException();
    }

    /// Deletes files that the state does not name, and what earlier attempts left.
    public void collect() throws IOException {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}
