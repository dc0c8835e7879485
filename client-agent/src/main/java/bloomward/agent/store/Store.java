package bloomward.agent.store;

import bloomward.format.FormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The folder in which an agent keeps its lists. Safe for all threads; several processes may read it at once, one may write.
@SuppressWarnings("DoNotCallSuggester") // until it is built
public final class Store {

    private final Path folder;

    private Store(Path folder) {
        this.folder = folder;
    }

    /// The store in a folder, which need not be there yet. Nothing is written before [#tryWrite].
    public static Store at(Path folder) {
        return new Store(folder);
    }

    public Path folder() {
        return folder;
    }

    /// What the state file says.
    ///
    /// @return empty if the agent was never enrolled
    /// @throws FormatException TOO_NEW if a newer program wrote it; another reason if it and its copy are damaged
    public Optional<StoreState> state() throws IOException, FormatException {
        throw new UnsupportedOperationException();
    }

    /// Opens what is installed: whatever was not yet compared with its digest by this process is compared before it is
    /// mapped.
    ///
    /// @param lists which lists to use; none means all
    /// @return empty if nothing is installed
    public Optional<LoadedSet> open(List<String> lists) throws IOException, FormatException {
        throw new UnsupportedOperationException();
    }

    /// Takes the lock, which excludes other writers and no reader.
    ///
    /// @return empty if somebody else writes
    public Optional<StoreWriter> tryWrite() throws IOException, FormatException {
        throw new UnsupportedOperationException();
    }
}
