package bloomward.agent.store;

import bloomward.agent.store.StateFiles.Found;
import bloomward.agent.store.TrustedState.TrustedSet;
import bloomward.format.FormatException;
import bloomward.format.io.CloseOnFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The folder in which an agent keeps its lists. Safe for all threads; several processes may read it at once, one may write.
///
/// Keep one of these for as long as a program runs: it remembers which files it has compared with their digests.
public final class Store {

    /// The number of times that the installed set may change while it is opened.
    private static final int MAX_ATTEMPTS = 10;

    private final StoreFolder folder;
    private final StateFiles states;
    private final ComparedFiles files;

    private Store(StoreFolder folder) {
        this.folder = folder;
        this.states = new StateFiles(folder);
        this.files = new ComparedFiles(folder);
    }

    /// The store in a folder, which need not be there yet. Nothing is written before [#tryWrite].
    public static Store at(Path folder) {
        return new Store(new StoreFolder(folder));
    }

    public Path folder() {
        return folder.path();
    }

    /// The state, verified and parsed.
    ///
    /// @return empty if the agent was never enrolled
    /// @throws FormatException TOO_NEW if a newer program wrote it; another reason if it and its copy are damaged
    public Optional<TrustedState> state() throws IOException, FormatException {
        return states.read().map(Found::trusted);
    }

    /// Opens what is installed: whatever was not yet compared with its digest by this process is compared before it is
    /// mapped. What is damaged is left out and reported, the rest protects; see [LoadedSet#damages] and
    /// [Protection#missing].
    ///
    /// @param lists which lists to use; none means all. One that the publication does not have is no error, see
    ///     [LoadedSet#unknownLists]
    /// @return empty if nothing is installed
    /// @throws FormatException as [#state], or if the lists follow other rules for URLs than this program: TOO_NEW, TOO_OLD
    public Optional<LoadedSet> open(List<String> lists) throws IOException, FormatException {
        return open(lists, states.read());
    }

    /// @param first the state when it was read, which may have been replaced since
    Optional<LoadedSet> open(List<String> lists, Optional<Found> first) throws IOException, FormatException {
        Optional<Found> found = first;
        for (int attempt = 1;; attempt++) {
            Optional<TrustedSet> installed = found.flatMap(state -> state.trusted().set());
            if (found.isEmpty() || installed.isEmpty()) {
                return Optional.empty();
            }
            LoadedSet set = new SetLoader(files).load(found.get(), installed.get(), lists);
            if (set.damages().isEmpty() || attempt == MAX_ATTEMPTS || !isReplaced(found.get())) {
                return Optional.of(set);
            }
            set.close(); // its files were deleted when another set was installed meanwhile
            found = states.read();
        }
    }

    private boolean isReplaced(Found found) {
        try {
            return !states.read().map(Found::digest).equals(Optional.of(found.digest()));
        } catch (IOException | FormatException _) {
            return true; // which the next attempt says
        }
    }

    /// Takes the lock, which excludes other writers and no reader.
    ///
    /// A damaged state does not prevent writing, so that an agent can be enrolled again.
    ///
    /// @return empty if another writer has the store
    /// @throws FormatException TOO_NEW if a newer program made the store; then nothing in it is changed
    /// @throws IOException also if others than its owner can write into the folder
    public Optional<StoreWriter> tryWrite() throws IOException, FormatException {
        states.requireNotNewer();
        folder.create();
        Optional<WriterLock> lock = WriterLock.tryLock(folder);
        if (lock.isEmpty()) {
            return Optional.empty();
        }
        try (CloseOnFailure<IOException> failure = CloseOnFailure.of(lock.get()::close)) {
            states.requireNotNewer(); // it may have been made meanwhile
            return failure.keep(Optional.of(new StoreWriter(folder, states, files, lock.get())));
        }
    }
}
