package bloomward.server.store;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

/// A store in which something happens while a work is about to walk through a list, and before a write.
public final class WalkedStore implements PublisherStore {

    private final PublisherStore store;
    private final Happening duringWalk;
    private final Happening beforeWrite;
    private final AtomicBoolean hasWalked = new AtomicBoolean();
    private final AtomicBoolean hasWritten = new AtomicBoolean();

    /// The work of others meanwhile, each done once.
    @FunctionalInterface
    public interface Happening {
        void happen() throws Exception;
    }

    public WalkedStore(PublisherStore store, Happening duringWalk, Happening beforeWrite) {
        this.store = store;
        this.duringWalk = duringWalk;
        this.beforeWrite = beforeWrite;
    }

    @Override
    public <R, E extends Exception> R read(Work<R, E> work) throws IOException, E {
        return store.<R, E>read(tables -> work.on(walked(tables)));
    }

    @Override
    public <R, E extends Exception> R write(Work<R, E> work) throws IOException, E {
        happen(hasWritten, beforeWrite);
        return store.<R, E>write(tables -> work.on(walked(tables)));
    }

    private Tables walked(Tables tables) {
        EntryTable entries = (EntryTable) Proxy.newProxyInstance(EntryTable.class.getClassLoader(),
                new Class<?>[] {EntryTable.class}, (_, method, arguments) -> {
                    if (method.getName().equals("scan")) {
                        happen(hasWalked, duringWalk);
                    }
                    try {
                        return method.invoke(tables.entries(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return (Tables) Proxy.newProxyInstance(Tables.class.getClassLoader(), new Class<?>[] {Tables.class}, (_, method,
                arguments) -> method.getName().equals("entries") ? entries : method.invoke(tables, arguments));
    }

    /// On another thread, since works are not nested.
    private static void happen(AtomicBoolean has, Happening happening) {
        if (has.getAndSet(true)) {
            return;
        }
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            happening.happen();
            return true;
        });
        Thread.ofVirtual().start(task);
        try {
            task.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
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
