package bloomward.server.store;

import bloomward.format.url.Expression;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// Expressions that are collected outside of every work, so that reading a list keeps no writer waiting. Memory is
/// bounded; the rest lies in a temporary file. Works take it up by [EntryTable#stage(long, long, Gathering)].
///
/// For one thread at a time. Belongs to the caller who began it, and is gone when it is closed.
public interface Gathering extends Closeable {

    /// Adds an expression that was not added before. One that was is given once, and may be counted twice.
    ///
    /// @param expires the end of the entry
    void add(Expression expression, Optional<Instant> expires, Optional<String> reason) throws IOException;

    /// Sorts what was added into few files, so that the work that stages it only merges them.
    void sort() throws IOException;

    /// Gives all, each once and in order.
    void forEach(Sink sink) throws IOException;

    /// Takes expressions.
    @FunctionalInterface
    interface Sink {
        void take(Expression expression) throws IOException;
    }

    @Override
    void close() throws IOException;
}
