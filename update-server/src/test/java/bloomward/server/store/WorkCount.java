package bloomward.server.store;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/// A store that counts the writes, and the questions to the tables of entries and holds within them, for which others
/// wait.
public final class WorkCount implements PublisherStore {

    private final PublisherStore store;
    private final Map<String, Integer> calls = new HashMap<>();
    private int writes;

    public WorkCount(PublisherStore store) {
        this.store = store;
    }

    public int writes() {
        return writes;
    }

    /// How often a method was called within writes.
    public int calls(String method) {
        return calls.getOrDefault(method, 0);
    }

    @Override
    public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
        return store.read(work);
    }

    @Override
    public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
        writes++;
        return store.<R, E>write(tables -> work.on(counted(tables)));
    }

    private Tables counted(Tables tables) {
        Map<String, Object> instead = Map.of("entries", counted(EntryTable.class, tables.entries(), Map.of()), "holds",
                counted(HoldTable.class, tables.holds(), Map.of()));
        return counted(Tables.class, tables, instead);
    }

    /// @param instead answers of some methods
    private <T> T counted(Class<T> type, T behind, Map<String, Object> instead) {
        return type
                .cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    calls.merge(method.getName(), 1, Integer::sum);
                    if (instead.containsKey(method.getName())) {
                        return instead.get(method.getName());
                    }
                    try {
                        return method.invoke(behind, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @Override
    public Gathering gather() {
        return store.gather();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
