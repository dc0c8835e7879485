package bloomward.format.io;

/// Closes a thing that is half made, unless the work that makes it whole ends well.
///
/// ```
///     Connection connection = open();
///     try (CloseOnFailure<IOException> failure = CloseOnFailure.of(connection::close)) {
///         check(connection);
///         return failure.keep(new Store(connection));
///     }
/// ```
///
/// An exception of the closing never hides the failure: it is among the suppressed ones. For one thread.
///
/// @param <E> an exception of the closing
public final class CloseOnFailure<E extends Exception> implements AutoCloseable {

    private final Closing<E> closing;
    private boolean isKept;

    private CloseOnFailure(Closing<E> closing) {
        this.closing = closing;
    }

    /// The step that undoes the beginning: closes, deletes, unlocks, rolls back.
    @FunctionalInterface
    public interface Closing<E extends Exception> {
        void close() throws E;
    }

    public static <E extends Exception> CloseOnFailure<E> of(Closing<E> closing) {
        return new CloseOnFailure<>(closing);
    }

    /// Marks the work as done, so nothing is closed.
    ///
    /// @return the same value
    public <T> T keep(T result) {
        isKept = true;
        return result;
    }

    @Override
    public void close() throws E {
        if (!isKept) {
            closing.close();
        }
    }
}
