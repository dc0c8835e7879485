package bloomward.server.store.sort;

import java.io.IOException;

/// Goes through things in the order of their expressions.
public interface SortedCursor<T> {

    /// @return whether there is a next one, which is then [#current]
    boolean advance() throws IOException;

    /// Only after [#advance] was true.
    T current();
}
