package bloomward.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.confirm.Category;
import bloomward.format.key.KeySpec;
import bloomward.format.url.Expression;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/// A store to test and a few words to do it in. Each contract extends this, and runs for each kind of store by
/// [OnEachStore]; without it a class has SQLite.
public abstract class PublisherStoreContract {

    protected static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
    protected static final KeySpec SPEC = new KeySpec(1, 36, -7);

    @Parameter
    TestedStore kind = TestedStore.SQLITE;

    @TempDir
    protected Path folder;
    protected PublisherStore store;

    @BeforeEach
    protected void open() throws IOException {
        store = kind.open(folder.resolve("store.db"));
    }

    @AfterEach
    protected void close() throws IOException {
        store.close();
    }

    protected <R> R read(PublisherStore.Work<R, RuntimeException> work) throws IOException {
        return store.read(work);
    }

    protected <R> R write(PublisherStore.Work<R, RuntimeException> work) throws IOException {
        return store.write(work);
    }

    /// Something done that gives nothing.
    @FunctionalInterface
    protected interface Action {
        void on(Tables tables) throws IOException;
    }

    protected void change(Action action) throws IOException {
        write(tables -> {
            action.on(tables);
            return true;
        });
    }

    protected static ListRow list(String name) {
        return new ListRow(0, name, new Category("malware"), SPEC, 1_000_000, false, 1, T0);
    }

    protected long newList(String name) throws IOException {
        return write(tables -> tables.lists().create(list(name)).id());
    }

    protected long newSource(long listId, String name) throws IOException {
        return write(tables -> tables.lists().source(listId, name, SourceKind.IMPORT, Optional.empty()).id());
    }

    protected static long begin(Tables tables, long listId) throws IOException {
        return tables.lists().begin(new Change(0, listId, T0, "anna", "test"));
    }

    protected static EntryTable.Staging stage(Tables tables, long listId, long sourceId, Iterable<String> expressions)
            throws IOException {
        EntryTable.Staging staging = tables.entries().stage(listId, sourceId);
        for (String expression : expressions) {
            staging.add(new Expression(expression), Optional.empty(), Optional.empty());
        }
        return staging;
    }

    /// @return the change
    protected static List<Expression> all(String... expressions) {
        return Stream.of(expressions).map(Expression::new).toList();
    }

    protected long add(long listId, long sourceId, String... expressions) throws IOException {
        return apply(listId, sourceId, false, List.of(expressions));
    }

    protected long replace(long listId, long sourceId, String... expressions) throws IOException {
        return apply(listId, sourceId, true, List.of(expressions));
    }

    protected long apply(long listId, long sourceId, boolean replace, Iterable<String> expressions) throws IOException {
        return write(tables -> {
            long change = begin(tables, listId);
            stage(tables, listId, sourceId, expressions).apply(change, replace);
            return change;
        });
    }

    /// The entries of a list: expression and source.
    protected List<String> scan(long listId, long atChange) throws IOException {
        return read(tables -> {
            List<String> all = new ArrayList<>();
            tables.entries().scan(listId, atChange, (expression, source) -> all.add(expression + "=" + source));
            return all;
        });
    }

    protected List<String> diff(long listId, long from, long to) throws IOException {
        return read(tables -> {
            List<String> all = new ArrayList<>();
            tables.entries()
                    .diff(listId, from, to,
                            (expression, added, source) -> all.add((added ? "+" : "-") + expression + "=" + source));
            return all;
        });
    }

    protected void assertRefused(Action action) throws IOException {
        assertThatThrownBy(() -> change(action)).isInstanceOf(IllegalArgumentException.class);
        assertThat(read((Tables tables) -> tables.audit().newest(1))).isEmpty();
    }
}
