package bloomward.server.api;

import static bloomward.server.api.Routes.API;
import static bloomward.server.http.admin.Verb.POST;

import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.Role;
import bloomward.server.admin.view.JobReports.JobView;
import bloomward.server.admin.view.JobReports.JobsView;
import bloomward.server.http.Problem;
import bloomward.server.http.Problems;
import bloomward.server.http.admin.Call;
import bloomward.server.http.admin.ProblemException;
import bloomward.server.http.admin.Result;
import bloomward.server.http.admin.Route;
import bloomward.server.job.JobState;
import bloomward.server.job.JobState.Ending;
import bloomward.server.job.JobWords;
import bloomward.server.job.Jobs;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Routes whose work may take a while: a caller that prefers an answer at once gets a job.
final class JobRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(JobRoutes.class);

    private final Supplier<Jobs> jobs;

    JobRoutes(Supplier<Jobs> jobs) {
        this.jobs = jobs;
    }

    /// A job to be.
    ///
    /// @param kind import, fetch, publish or rollback
    /// @param subject the list or feed, empty for all
    record Kind(Role role, String kind, String subject) {}

    /// The subject of a job, by the body of its request.
    @FunctionalInterface
    interface Subject<T> {
        String of(Call call, T body);
    }

    <T> Route json(String kind, String path, Role role, long most, Class<T> type, Subject<T> subject,
            Routes.Command<T> command) {
        return Route.json(POST, API + path, role, most, call -> {
            T body = call.body(type);
            return run(call, new Kind(role, kind, subject.of(call, body)), () -> command.carryOut(call, body));
        });
    }

    /// Works at once, or begins a job.
    Result run(Call call, Kind kind, Routes.Work work) throws IOException, ProblemException {
        return call.prefersAsync() ? begin(call.principal(), kind, work) : Routes.refusing(work);
    }

    private Result begin(Principal who, Kind kind, Routes.Work work) throws ProblemException {
        try {
            JobState job = jobs.get()
                    .begin(who, kind.role(), kind.kind(), kind.subject(), () -> outcome(work), Problems.of(500, ""));
            return Result.accepted(API + "/jobs/" + job.id(), view(job));
        } catch (Jobs.TooManyException e) {
            throw new ProblemException(Problems.of(429, String.valueOf(e.getMessage())));
        }
    }

    private static Object outcome(Routes.Work work) throws Jobs.FailedException {
        try {
            return Routes.refusing(work).json().orElse("");
        } catch (ProblemException e) {
            throw new Jobs.FailedException(e.problem());
        } catch (IOException e) {
            LOG.error("a job failed", e);
            throw new Jobs.FailedException(Problem.of(500, "server-error", "Server Error", ""));
        }
    }

    JobsView all(Principal who) {
        return new JobsView(jobs.get().of(who).stream().map(JobRoutes::view).toList());
    }

    JobView find(Principal who, String id) throws Refusal {
        return view(jobs.get()
                .find(who, id)
                .orElseThrow(
                        () -> new Refusal(Code.NO_SUCH_JOB, "there is no such job of yours; jobs are kept for a day,"
                                + " by the server that does them, until it stops: the audit log says what was done")));
    }

    private static JobView view(JobState job) {
        Optional<Ending> ending = job.ending();
        return new JobView(job.id(), job.kind(), job.subject(), job.by(), job.beganAt(),
                ending.map(Ending::at).map(Instant::toString).orElse(""), JobWords.state(job), job.step(), job.done(),
                job.of(), ending.orElse(null) instanceof Ending.Done(_, Object outcome) ? outcome : null,
                ending.orElse(null) instanceof Ending.Failed(_, Object problem) ? problem : null);
    }
}
