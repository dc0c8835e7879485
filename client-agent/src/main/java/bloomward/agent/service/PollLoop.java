package bloomward.agent.service;

import bloomward.agent.socket.Faults;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.PastPoll;
import bloomward.agent.socket.message.AgentStatus.Polls;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.format.FormatException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The agent's own activity: polls, uses new sets, announces news. One virtual thread, which ends when it is
/// interrupted.
final class PollLoop {

    /// The interval at which the clock and the store are looked at, as another program may have changed them.
    private static final Duration GLANCE = Duration.ofSeconds(30);

    private final Supplier<UpdateOutcome> poll;
    private final Supplier<Optional<String>> remark;
    private final InUse inUse;
    private final Timetable timetable;
    private final Wakeup wakeup;
    private final Runnable afterEachStep;
    private final Clock clock;
    private final Log log;
    private volatile Polls polls;

    /// @param poll asks once; whatever goes wrong is an outcome
    /// @param remark a warning to show beside the result of a poll
    /// @param afterEachStep told whenever the status may be another one
    PollLoop(Supplier<UpdateOutcome> poll, Supplier<Optional<String>> remark, InUse inUse, Timetable timetable,
            Wakeup wakeup, Runnable afterEachStep, Clock clock, Log log) {
        this.poll = poll;
        this.remark = remark;
        this.inUse = inUse;
        this.timetable = timetable;
        this.wakeup = wakeup;
        this.afterEachStep = afterEachStep;
        this.clock = clock;
        this.log = log;
        repair();
        this.polls = new Polls(Optional.empty(), Optional.of(timetable.nextPoll()), 0);
    }

    /// The success of its polls. Safe for all threads.
    Polls polls() {
        return polls;
    }

    void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                step();
                Duration next = timetable.untilNext();
                wakeup.await(next.compareTo(GLANCE) < 0 ? next : GLANCE);
            }
        } catch (InterruptedException _) {
            // It is over.
        }
    }

    /// Does what there is to do now. Nothing that goes wrong here ends the protection.
    void step() {
        try {
            List<CompletableFuture<PastPoll>> asked = wakeup.takeAsked();
            boolean jumped = timetable.jumped();
            if (jumped) {
                log.info("the machine slept, or its clock was set: polling soon");
            }
            if (wakeup.takeSoon() || jumped) {
                timetable.soon();
            }
            if (!asked.isEmpty() || timetable.isDue()) {
                PastPoll outcome = pollOnce();
                asked.forEach(waiter -> waiter.complete(outcome));
            } else {
                refresh(false);
            }
            afterEachStep.run();
        } catch (RuntimeException e) {
            goOnAfter(e);
            log.fault("between two polls", e);
        }
    }

    private static void goOnAfter(RuntimeException e) {
        if (!Faults.isOfOneStep(e)) {
            throw new Error("the loop ends", e);
        }
    }

    private PastPoll pollOnce() {
        UpdateOutcome outcome;
        try {
            outcome = poll.get();
        } catch (RuntimeException e) {
            goOnAfter(e);
            log.fault("while it polled", e);
            outcome = new Failed(Failure.LOCAL, "a fault of this program; its log says more", Optional.empty());
        }
        Optional<String> problem = refresh(true);
        if (problem.isPresent() && !(outcome instanceof Failed)) {
            outcome = new Failed(Failure.LOCAL, problem.get(), Optional.empty());
        }
        boolean failedBefore = timetable.failures() > 0;
        timetable.polled(outcome);
        PastPoll report = remarked(report(outcome));
        polls = new Polls(Optional.of(report), Optional.of(timetable.nextPoll()), timetable.failures());
        tell(outcome, report, failedBefore);
        return report;
    }

    /// @return what went wrong
    private Optional<String> refresh(boolean mayBeRepaired) {
        try {
            List<String> before = inUse.now().damages();
            inUse.refresh(mayBeRepaired);
            List<String> damages = inUse.now().damages();
            if (!damages.equals(before)) {
                damages.forEach(damage -> log.error("damaged: " + damage));
                if (!mayBeRepaired) {
                    repair();
                }
            }
            return Optional.empty();
        } catch (IOException | FormatException e) {
            log.error("the store cannot be opened: " + e.getMessage());
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// A poll fetches again what is damaged.
    private void repair() {
        if (inUse.now().wantsRepair()) {
            timetable.atOnce();
        }
    }

    private PastPoll report(UpdateOutcome outcome) {
        return switch (outcome) {
            case Unchanged _ -> new PastPoll(clock.instant(), PastPoll.UNCHANGED, "nothing newer");
            case Updated(long sequence, List<ListChange> lists) -> new PastPoll(clock.instant(), PastPoll.UPDATED,
                    lists.stream()
                            .map(PollLoop::words)
                            .collect(Collectors.joining("; ", "sequence " + sequence + ": ", "")));
            case Failed(Failure failure, String message, Optional<Duration> _) ->
                new PastPoll(clock.instant(), failure.name().toLowerCase(Locale.ROOT), message);
        };
    }

    private PastPoll remarked(PastPoll report) {
        return remark.get()
                .map(words -> new PastPoll(report.at(), report.outcome(), report.message() + "; " + words))
                .orElse(report);
    }

    private static String words(ListChange change) {
        if (change.to() == 0) {
            return change.list() + " is no longer published";
        }
        return change.list() + " " + change.from() + " -> " + change.to() + ", "
                + (change.deltas() == 0 ? "whole" : change.deltas() == 1 ? "1 delta" : change.deltas() + " deltas")
                + ", " + change.fetchedBytes() + " bytes";
    }

    private void tell(UpdateOutcome outcome, PastPoll report, boolean failedBefore) {
        switch (outcome) {
            case Updated _ -> log.info("updated to " + report.message());
            case Unchanged _ when failedBefore -> log.info("polling works again: nothing newer");
            case Unchanged _ -> log.debug("polled: nothing newer");
            case Failed(Failure failure, String message, Optional<Duration> _) -> {
                String line = "poll failed, " + failure.name().toLowerCase(Locale.ROOT) + ": " + message + "; next in "
                        + timetable.untilNext().toSeconds() + " s";
                if (failure == Failure.UNREACHABLE) {
                    log.warn(line);
                } else {
                    log.error(line);
                }
            }
        }
    }

    /// The summary for subscribers.
    static final class News {

        private Optional<AgentStatus> told = Optional.empty();

        /// Whether this is news after what was told last.
        boolean isNews(AgentStatus status) {
            boolean isNews = told.isEmpty() || status.isNewsAfter(told.get());
            told = Optional.of(status);
            return isNews;
        }
    }
}
