package bloomward.server.serve;

import bloomward.format.release.Root;
import bloomward.program.command.Version;
import bloomward.server.config.Settings;
import bloomward.server.publish.Commits;
import bloomward.server.publish.Published;
import bloomward.server.publish.Published.Newest;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.store.cluster.ServerState;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The words of this server about itself, for the others.
final class OwnState {

    private final UUID id;
    private final String name;
    private final DataFolder folder;
    private final Commits commits;
    private final Instant started;

    OwnState(UUID id, Settings settings, DataFolder folder, Commits commits, Clock clock) {
        this.id = id;
        this.folder = folder;
        this.name = settings.serverName().orElseGet(OwnState::machine);
        this.commits = commits;
        this.started = clock.instant();
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) { // it has a name that leads nowhere
            return "server";
        }
    }

    ServerState look() {
        Published now = commits.current();
        Root root = now.root();
        Optional<Newest> newest = now.newest();
        boolean canDate = commits.keys().find(root.timestamp()).isPresent();
        return new ServerState(id, name, Version.number(), started,
                newest.map(each -> each.manifest().sequence()).orElse(0L), newest.map(each -> each.latest().issued()),
                canDate, commits.holdsPublisherKeys(), disk());
    }

    private String disk() {
        long free = folder.root().toFile().getUsableSpace();
        return free < Health.LEAST_DISK_IN_BYTES ? "disk: " + (free >> 20) + " MiB free" : "";
    }
}
