package bloomward.agent.store;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// The set that answers now. It can be replaced at any time while many ask it. Safe for all threads; readers never wait.
///
/// A set has as many users as there are leases, and one more while it is the current one. The last user
/// closes it, so no mapping goes away under a reader.
public final class CurrentSet implements AutoCloseable {

    private final AtomicReference<Optional<Users>> current = new AtomicReference<>(Optional.empty());

    public CurrentSet() {}

    /// A protection that stays mapped until this is closed, once.
    public interface Lease extends AutoCloseable {

        Protection protection();

        @Override
        void close();
    }

    /// The set of this moment, to be closed soon.
    ///
    /// @return empty if there is none yet
    public Optional<Lease> lease() {
        while (true) {
            Optional<Users> users = current.get();
            if (users.isEmpty() || users.get().join()) {
                return users.map(joined -> joined);
            }
        }
    }

    /// Lets this set answer from now on. The one before it is closed by its last user.
    public void switchTo(LoadedSet next) {
        replaceBy(Optional.of(new Users(next)));
    }

    /// Leaves no current set.
    @Override
    public void close() {
        replaceBy(Optional.empty());
    }

    private void replaceBy(Optional<Users> next) {
        current.getAndSet(next).ifPresent(Users::close);
    }

    private static final class Users implements Lease {

        private final LoadedSet set;
        private final AtomicInteger count = new AtomicInteger(1);

        Users(LoadedSet set) {
            this.set = set;
        }

        /// Whether it was still there to be used.
        boolean join() {
            return count.getAndUpdate(users -> users == 0 ? 0 : users + 1) != 0;
        }

        @Override
        public Protection protection() {
            return set.protection();
        }

        @Override
        public void close() {
            if (count.decrementAndGet() == 0) {
                set.close();
            }
        }
    }
}
