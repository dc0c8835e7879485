package bloomward.server.store;

import java.io.IOException;

/// The store of one server. Safe for all threads; one writes at a time, readers never wait for it. Works are not
/// nested.
///
/// Times are kept in milliseconds. A request that no caller may make (a name that is taken, an id that is not there, a
/// sequence that does not follow) is an [IllegalArgumentException]; a caller that cannot know asks first, in the same
/// work.
public interface PublisherStore extends AutoCloseable {

    /// A task on one consistent state.
    ///
    /// @param <R> its result
    /// @param <E> an exception that ends it
    @FunctionalInterface
    interface Work<R, E extends Exception> {
        R on(Tables tables) throws IOException, E;
    }

    /// Looks at one state, which no writer changes meanwhile. Every method of the tables that writes throws
    /// [IllegalStateException].
    <R, E extends Exception> R read(Work<R, E> work) throws IOException, E;

    /// Does everything or, if the work throws, nothing; durable when it returns. Waits for other writers.
    <R, E extends Exception> R write(Work<R, E> work) throws IOException, E;

    /// Begins to collect expressions, beside all works; nothing waits for it.
    Gathering gather();

    @Override
    void close() throws IOException;
}
