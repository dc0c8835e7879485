package bloomward.agent.crowd;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/// Turns at the processors. Of each user at most so many programs are worked for at a time, and the others of this user wait
/// in their order, so however many programs one user runs, another user waits for a few slices of work. Safe for all threads.
///
/// A turn is never kept during a wait for anything outside, or one slow reader would stop all programs of its user: such
/// waits go through [#away]. Work in a turn takes no lock that another program's work may hold while it is away.
public final class Turns {

    private static final ScopedValue<Semaphore> OWN = ScopedValue.newInstance();

    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";
    private static final int CARRIERS_PER_PROCESSOR = 4;

    private final int atOnce;
    private final Map<Peer, User> users = new HashMap<>(); // guarded by itself; only users with work

    private static final class User {

        final Semaphore free;
        int programs; // guarded by users

        User(int atOnce) {
            this.free = new Semaphore(atOnce, true);
        }
    }

    /// Work of a program.
    ///
    /// @param <R> its result
    /// @param <E> why it failed
    @FunctionalInterface
    public interface Work<R, E extends Exception> {
        R run() throws E;
    }

    /// @param atOnce the programs of one user that are worked for at a time; as many as there are processors is enough
    public Turns(int atOnce) {
        this.atOnce = atOnce;
    }

    /// Gives this process more threads that carry virtual ones than the turns of three users can keep. A carrier goes on with
    /// the threads that it woke itself as long as there are any, so one that arrives from elsewhere needs a carrier that is
    /// free; the system shares the processors among them. Sets a system property, which counts until the first virtual thread
    /// begins.
    public static void provideCarriers() {
        if (System.getProperty(CARRIERS) == null) {
            int processors = Runtime.getRuntime().availableProcessors();
            System.setProperty(CARRIERS, String.valueOf(CARRIERS_PER_PROCESSOR * processors));
        }
    }

    /// Does work when it is the turn of this user's program. Not nested.
    public <R, E extends Exception> R take(Peer peer, Work<R, E> work) throws E, InterruptedException {
        User user = join(peer);
        try {
            user.free.acquire();
            try {
                return ScopedValue.where(OWN, user.free).call(work::run);
            } finally {
                user.free.release();
            }
        } finally {
            leave(peer, user);
        }
    }

    private User join(Peer peer) {
        synchronized (users) {
            User user = users.computeIfAbsent(peer, _ -> new User(atOnce));
            user.programs++;
            return user;
        }
    }

    private void leave(Peer peer, User user) {
        synchronized (users) {
            if (--user.programs == 0) {
                users.remove(peer);
            }
        }
    }

    /// Lets others go on, first those of the same user. For work that takes longer than a slice.
    @SuppressWarnings("ThreadPriorityCheck") // no hint: the only way in which virtual threads share a processor
    public static void pass() {
        away(() -> {
            Thread.yield();
            return true;
        });
    }

    /// Waits for something outside, such as a reader or a server, and gives the turn away meanwhile. Outside of a turn it only
    /// waits.
    public static <R, E extends Exception> R away(Work<R, E> wait) throws E {
        if (!OWN.isBound()) {
            return wait.run();
        }
        Semaphore own = OWN.get();
        own.release();
        try {
            return wait.run();
        } finally {
            own.acquireUninterruptibly(); // those that have it are at work, so it comes back soon
        }
    }

    /// The users for whom there is work.
    int userCount() {
        synchronized (users) {
            return users.size();
        }
    }
}
