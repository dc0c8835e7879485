package bloomward.server.store;

import java.io.IOException;
import java.util.List;

/// A store that is only looked at, also while a server has it. For one thread.
public interface StoreView extends AutoCloseable {

    /// Looks at one state, as [PublisherStore#read] does.
    <R, E extends Exception> R read(PublisherStore.Work<R, E> work) throws IOException, E;

    /// Compares the parts of the database with each other, as far as its kind can.
    ///
    /// @return what is wrong, nothing if all is well
    List<String> integrityCheck() throws IOException;

    @Override
    void close() throws IOException;
}
