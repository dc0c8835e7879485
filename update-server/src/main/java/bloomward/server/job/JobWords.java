package bloomward.server.job;

import bloomward.server.job.JobState.Ending;

/// The words for jobs in JSON.
public final class JobWords {

    private JobWords() {}

    /// running, done or failed
    public static String state(JobState job) {
        return job.ending().map(end -> switch (end) {
            case Ending.Done _ -> "done";
            case Ending.Failed _ -> "failed";
        }).orElse("running");
    }
}
