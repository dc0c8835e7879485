package bloomward.server.job;

import bloomward.server.admin.Principal;
import bloomward.server.admin.Role;
import bloomward.server.job.JobState.Ending;
import bloomward.server.progress.Progress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The jobs of this server. Safe for all threads.
public final class Jobs implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final Duration KEPT = Duration.ofDays(1);
    private static final int MOST = 200;
    private static final int MOST_RUNNING = 32;
    private static final int MOST_RUNNING_OF_ONE = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RandomGenerator random;
    private final Clock clock;
    /// In the order of their beginnings. Guarded by the object's lock.
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private boolean isClosed;

    public Jobs(RandomGenerator random, Clock clock) {
        this.random = random;
        this.clock = clock;
    }

    /// The work of a job.
    @FunctionalInterface
    public interface Work {

        /// @throws FailedException with the refusal that would have been answered
        Object run() throws FailedException;
    }

    /// A job that was refused or failed.
    public static final class FailedException extends Exception {
        private static final long serialVersionUID = 1;

        private final transient Object problem;

        public FailedException(Object problem) {
            super("the job failed");
            this.problem = problem;
        }
    }

    /// Too many jobs run already.
    public static final class TooManyException extends Exception {
        private static final long serialVersionUID = 1;

        TooManyException(String message) {
            super(message);
        }
    }

    private static final class Job {

        private final JobState begun;
        private final Progress progress = new Progress();
        private volatile Optional<Ending> ending = Optional.empty();
        private Optional<Thread> thread = Optional.empty();

        Job(JobState begun) {
            this.begun = begun;
        }

        JobState state() {
            Optional<Ending> end = ending;
            Progress.Step step = progress.step();
            return new JobState(begun.id(), begun.kind(), begun.subject(), begun.by(), begun.role(), begun.beganAt(),
                    end.isPresent() ? "" : step.name(), end.isPresent() ? 0 : step.done(),
                    end.isPresent() ? 0 : step.of(), end);
        }
    }

    /// Begins a job on a thread of its own.
    ///
    /// @param problemOfBug the answer where the work ends by a fault of the program
    public JobState begin(Principal who, Role role, String kind, String subject, Work work, Object problemOfBug)
            throws TooManyException {
        Job job = add(who, role, kind, subject);
        Thread thread = Thread.ofVirtual().name("job-" + job.begun.id()).unstarted(() -> run(job, work, problemOfBug));
        job.thread = Optional.of(thread);
        thread.start();
        return job.state();
    }

    private synchronized Job add(Principal who, Role role, String kind, String subject) throws TooManyException {
        if (isClosed) {
            throw new TooManyException("the server stops");
        }
        forget();
        List<Job> running = jobs.values().stream().filter(each -> each.ending.isEmpty()).toList();
        if (running.size() >= MOST_RUNNING
                || running.stream().filter(each -> each.begun.by().equals(who.name())).count() >= MOST_RUNNING_OF_ONE) {
            throw new TooManyException("too many jobs run already: wait for one to end");
        }
        byte[] id = new byte[8];
        random.nextBytes(id);
        Job job = new Job(new JobState(HexFormat.of().formatHex(id), kind, subject, who.name(), role, clock.instant(),
                "", 0, 0, Optional.empty()));
        jobs.put(job.begun.id(), job);
        return job;
    }

    private void run(Job job, Work work, Object problemOfBug) {
        Ending ending;
        try {
            Object outcome = job.progress.on(work::run);
            ending = new Ending.Done(clock.instant(), outcome);
        } catch (FailedException e) {
            ending = new Ending.Failed(clock.instant(), e.problem);
        } catch (RuntimeException | Error e) {
            LOG.error("job {} ({} {}) failed", job.begun.id(), job.begun.kind(), job.begun.subject(), e);
            ending = new Ending.Failed(clock.instant(), problemOfBug);
        }
        job.ending = Optional.of(ending);
    }

    private void forget() {
        Instant oldest = clock.instant().minus(KEPT);
        jobs.values().removeIf(job -> job.ending.filter(end -> end.at().isBefore(oldest)).isPresent());
        while (jobs.size() >= MOST) {
            Optional<Job> first = jobs.values().stream().filter(job -> job.ending.isPresent()).findFirst();
            if (first.isEmpty()) {
                return;
            }
            jobs.remove(first.get().begun.id());
        }
    }

    /// The jobs that a person may see, the newest first: their own, and those that their role could ask for.
    public synchronized List<JobState> of(Principal who) {
        List<JobState> states = new ArrayList<>();
        for (Job job : jobs.values()) {
            if (maySee(who, job)) {
                states.addFirst(job.state());
            }
        }
        states.sort(Comparator.comparing(JobState::beganAt).reversed());
        return states;
    }

    /// A job that a person may see.
    public synchronized Optional<JobState> find(Principal who, String id) {
        return Optional.ofNullable(jobs.get(id)).filter(job -> maySee(who, job)).map(Job::state);
    }

    private static boolean maySee(Principal who, Job job) {
        return job.begun.by().equals(who.name()) || who.role().includes(job.begun.role());
    }

    /// Takes no more jobs, and waits some seconds for the ones that run. One that needs longer ends with the store, which does
    /// all of a change or nothing.
    @Override
    public void close() {
        List<Job> running;
        synchronized (this) {
            isClosed = true;
            running = jobs.values().stream().filter(job -> job.ending.isEmpty()).toList();
        }
        long end = System.nanoTime() + PATIENCE.toNanos();
        try {
            for (Job job : running) {
                if (job.thread.isPresent()) {
                    job.thread.get().join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
