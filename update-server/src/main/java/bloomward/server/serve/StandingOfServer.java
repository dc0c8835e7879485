package bloomward.server.serve;

import bloomward.format.release.Root;
import bloomward.program.command.Version;
import bloomward.server.admin.view.StandingReports.CheckView;
import bloomward.server.admin.view.StandingReports.KeyStanding;
import bloomward.server.admin.view.StandingReports.Standing;
import bloomward.server.api.StandingSource;
import bloomward.server.http.admin.ReadinessCheck;
import bloomward.server.publish.Commits;
import bloomward.server.publish.Published;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.Publishing;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// How this server stands: its publication, its keys, and the checks of readiness.
record StandingOfServer(Publishing publishing, List<ReadinessCheck> checks) implements StandingSource {

    @Override
    public Standing now() throws IOException {
        Commits commits = publishing.commits();
        Published current = commits.current();
        Root root = current.root();
        Optional<Newest> newest = current.newest();
        List<CheckView> views = checks.stream()
                .map(check -> new CheckView(check.name(), check.trouble().get().orElse("")))
                .toList();
        return new Standing(views.stream().allMatch(check -> check.trouble().isEmpty()), views, Version.number(),
                root.origin(), newest.map(each -> each.manifest().sequence()).orElse(0L),
                newest.map(each -> each.manifest().issued().toString()).orElse(""),
                newest.map(each -> each.manifest().expires().toString()).orElse(""),
                newest.map(each -> each.latest().expires().toString()).orElse(""), root.version(),
                root.expires().toString(), publishing.pending().find().isPresent(), keys(commits, root));
    }

    private static KeyStanding keys(Commits commits, Root root) {
        boolean signs = commits.holdsPublisherKeys();
        int threshold = root.publishers().threshold();
        return new KeyStanding(signs, commits.keys().find(root.timestamp()).isPresent(), threshold,
                signs
                        ? ""
                        : "the publisher's key is not on the server: publications wait for " + threshold
                                + (threshold == 1 ? " signature" : " signatures")
                                + " by 'bloomward-admin sign-pending --key FILE', where the key is");
    }
}
