package bloomward.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A store to test and a few words to do it in. Each contract extends this, and runs for each kind of store.
abstract class PublisherStoreContract {

    static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    static final KeySpec SPEC = new KeySpec(1, 36, -7);

    @TempDir
    Path folder;
    PublisherStore store;

    @BeforeEach
    void open() throws IOException {
        store = SqliteStore.open(folder.resolve("store.db"));
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    <R> R read(PublisherStore.Work<R, RuntimeException> work) throws IOException {
        return store.read(work);
    }

    <R> R write(PublisherStore.Work<R, RuntimeException> work) throws IOException {
        return store.write(work);
    }

    /// Something done that gives nothing.
    @FunctionalInterface
    interface Action {
        void on(Tables tables) throws IOException;
    }

    void change(Action action) throws IOException {
        write(tables -> {
            action.on(tables);
            return true;
        });
    }

    static ListRow list(String name) {
        return new ListRow(0, name, new Category("malware"), SPEC, 1_000_000, false, 1, T0);
    }

    long newList(String name) throws IOException {
        return write(tables -> tables.lists().create(list(name)).id());
    }

    long newSource(long listId, String name) throws IOException {
        return write(tables -> tables.lists().source(listId, name, SourceKind.IMPORT, Optional.empty()).id());
    }

    static long begin(Tables tables, long listId) throws IOException {
        return tables.lists().begin(new Change(0, listId, T0, "anna", "test"));
    }

    static EntryTable.Staging stage(Tables tables, long listId, long sourceId, Iterable<String> expressions)
            throws IOException {
        EntryTable.Staging staging = tables.entries().stage(listId, sourceId);
        for (String expression : expressions) {
            staging.add(expression, Optional.empty(), Optional.empty());
        }
        return staging;
    }

    /// @return the change
    long add(long listId, long sourceId, String... expressions) throws IOException {
        return apply(listId, sourceId, false, List.of(expressions));
    }

    long replace(long listId, long sourceId, String... expressions) throws IOException {
        return apply(listId, sourceId, true, List.of(expressions));
    }

    long apply(long listId, long sourceId, boolean replace, Iterable<String> expressions) throws IOException {
        return write(tables -> {
            long change = begin(tables, listId);
            stage(tables, listId, sourceId, expressions).apply(change, replace);
            return change;
        });
    }

    /// What a list lists: expression and source.
    List<String> scan(long listId, long atChange) throws IOException {
        return read(tables -> {
            List<String> all = new ArrayList<>();
            tables.entries().scan(listId, atChange, (expression, source) -> all.add(expression + "=" + source));
            return all;
        });
    }

    List<String> diff(long listId, long from, long to) throws IOException {
        return read(tables -> {
            List<String> all = new ArrayList<>();
            tables.entries().diff(listId, from, to,
                    (expression, added, source) -> all.add((added ? "+" : "-") + expression + "=" + source));
            return all;
        });
    }

    void assertRefused(Action action) throws IOException {
        assertThatThrownBy(() -> change(action)).isInstanceOf(IllegalArgumentException.class);
        assertThat(read((Tables tables) -> tables.audit().newest(1))).isEmpty();
    }
}
