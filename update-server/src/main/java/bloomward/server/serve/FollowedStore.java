package bloomward.server.serve;

import bloomward.server.admin.GuardLists;
import bloomward.server.cluster.Membership;
import bloomward.server.guard.GuardDataException;
import bloomward.server.publish.Commits;
import java.io.IOException;

/// Takes up what other servers have published, and the lists of guards that they have changed.
final class FollowedStore implements Membership.Following {

    private final Commits commits;
    private final GuardLists guards;
    /// The revision at which the lists of guards were read. A publication that was made here has taken up the rest already.
    private volatile long guarded = -1;

    FollowedStore(Commits commits, GuardLists guards) {
        this.commits = commits;
        this.guards = guards;
    }

    @Override
    public void follow() throws IOException {
        commits.follow();
        long now = commits.revision();
        if (now != guarded) {
            try {
                guards.follow();
            } catch (GuardDataException e) {
                throw new IOException("the lists of guards: " + e.getMessage(), e);
            }
            guarded = now;
        }
    }

    @Override
    public long revision() {
        return commits.revision();
    }

    @Override
    public boolean hasAll(long revision) {
        return commits.revision() == revision && guarded == revision;
    }
}
