package bloomward.server.compile;

import bloomward.format.confirm.ConfirmRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// The tables in memory: of the newest versions, and of some others that were asked for. Safe for all threads.
///
/// A table takes five megabytes at most, and some milliseconds to read. One is read at a time, and a question for many
/// old versions can drive other old ones out and never the newest, for which everybody asks.
final class LoadedTables {

    /// So many of the newest, and as many others.
    private static final int NEWEST = 4;

    private final Path folder;
    private final ReentrantLock loading = new ReentrantLock();
    /// Replaced under the lock, read without; the one loaded last stands first.
    private volatile List<LeafTable> loaded = List.of();

    LoadedTables(Path folder) {
        this.folder = folder;
    }

    /// The table of a version; none if there is no such version.
    ///
    /// @throws IOException if its index is damaged too
    Optional<LeafTable> find(ConfirmRoot root) throws IOException {
        Optional<LeafTable> known = known(root);
        if (known.isPresent() || !Files.exists(ConfirmIndex.path(folder, root))) {
            return known;
        }
        loading.lock();
        try {
            known = known(root);
            if (known.isEmpty()) {
                known = Optional.of(ConfirmIndex.read(folder, root));
                putLocked(known.get());
            }
            return known;
        } catch (NoSuchFileException _) {
            return Optional.empty(); // deleted meanwhile
        } finally {
            loading.unlock();
        }
    }

    void put(LeafTable table) {
        loading.lock();
        try {
            putLocked(table);
        } finally {
            loading.unlock();
        }
    }

    /// Forgets all others.
    void retain(Set<ConfirmRoot> roots) {
        loading.lock();
        try {
            loaded = loaded.stream().filter(table -> roots.contains(table.root())).toList();
        } finally {
            loading.unlock();
        }
    }

    private Optional<LeafTable> known(ConfirmRoot root) {
        for (LeafTable table : loaded) {
            if (table.root().equals(root)) {
                return Optional.of(table);
            }
        }
        return Optional.empty();
    }

    private void putLocked(LeafTable table) {
        List<LeafTable> tables = new ArrayList<>(loaded);
        tables.removeIf(other -> other.root().equals(table.root()));
        tables.addFirst(table);
        if (tables.size() > 2 * NEWEST) {
            Set<LeafTable> newest = new HashSet<>(tables.stream()
                    .sorted(Comparator.comparingLong(LeafTable::number).reversed())
                    .limit(NEWEST)
                    .toList());
            tables.remove(
                    tables.reversed().stream().filter(other -> !newest.contains(other)).findFirst().orElseThrow());
        }
        loaded = List.copyOf(tables);
    }
}
