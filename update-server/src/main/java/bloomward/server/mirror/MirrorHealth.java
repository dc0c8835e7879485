package bloomward.server.mirror;

import bloomward.server.http.admin.ReadinessCheck;
import bloomward.server.publish.Published.Newest;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The state of a mirror as its operator sees it: at `/readyz` and `/metrics`.
final class MirrorHealth {

    private static final long LEAST_DISK_IN_BYTES = 1L << 30;
    /// Ten polls of an agent: a short interruption is no trouble.
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(10);

    private final MirrorFolder folder;
    private final Follower follower;
    private final Rhythm rhythm;
    private final Clock clock;
    private final Instant started;

    MirrorHealth(MirrorFolder folder, Follower follower, Rhythm rhythm, Clock clock) {
        this.folder = folder;
        this.follower = follower;
        this.rhythm = rhythm;
        this.clock = clock;
        this.started = clock.instant();
    }

    List<ReadinessCheck> checks() {
        return List.of(new ReadinessCheck("latest", this::latest), new ReadinessCheck("origin", this::origin),
                new ReadinessCheck("disk", this::disk));
    }

    private Optional<String> latest() {
        Optional<Newest> newest = follower.published().newest();
        if (newest.isEmpty()) {
            return Optional.of("nothing is mirrored yet");
        }
        return newest.filter(each -> each.latest().isExpiredAt(clock.instant()))
                .map(each -> "expired at " + each.latest().expires());
    }

    private Optional<String> origin() {
        Instant since = rhythm.contact().orElse(started);
        boolean isSilent = since.plus(LONGEST_SILENCE).isBefore(clock.instant());
        return rhythm.trouble()
                .filter(_ -> isSilent || rhythm.lags())
                .map(why -> "not followed since " + since + ": " + why);
    }

    private Optional<String> disk() {
        try {
            long free = Files.getFileStore(folder.root()).getUsableSpace();
            return free < LEAST_DISK_IN_BYTES ? Optional.of((free >> 20) + " MiB free") : Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    void register(MeterRegistry metrics) {
        Gauge.builder("bloomward_mirror_contact_timestamp_seconds", rhythm,
                each -> each.contact().map(Instant::getEpochSecond).orElse(0L))
                .description("Time of the last poll of the origin that ended well; 0 before the first.")
                .register(metrics);
        Gauge.builder("bloomward_mirror_latest_timestamp_seconds", follower,
                each -> each.published().newest().map(newest -> newest.latest().issued().getEpochSecond()).orElse(0L))
                .description("Date of the served latest note.")
                .register(metrics);
        Gauge.builder("bloomward_mirror_sequence", follower,
                each -> each.published().newest().map(newest -> newest.manifest().sequence()).orElse(0L))
                .description("Sequence of the served manifest.")
                .register(metrics);
        Gauge.builder("bloomward_mirror_lags", rhythm, each -> each.lags() ? 1 : 0)
                .description("1 if the origin offers something that cannot be served.")
                .register(metrics);
        Gauge.builder("bloomward_disk_free_bytes", folder, each -> each.root().toFile().getUsableSpace())
                .description("Free space in the data folder's file system.")
                .register(metrics);
    }
}
