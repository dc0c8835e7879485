package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Answer.Manner;
import bloomward.agent.attack.HostileProxy.Deed;
import bloomward.agent.check.Verdict.Listed;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.mirror.Mirror;
import bloomward.server.mirror.MirrorSettings;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A hostile origin: a program between a mirror and its origin sends other bytes, endless ones or half of them. The mirror
/// serves none of it, and agents that ask the mirror lose nothing; when the line is honest again, both go on.
final class HostileOriginTest extends Attack {

    private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);
    private static final Duration EVERY = Duration.ofMillis(50);
    /// Questions of the mirror that were answered badly.
    private static final int TRIES = 3;

    private static Stream<Arguments> attacks() {
        Predicate<PublicPath> latest = PublicPath.Latest.class::isInstance;
        UnaryOperator<byte[]> flip = bytes -> {
            byte[] changed = bytes.clone();
            changed[changed.length / 2] ^= 1;
            return changed;
        };
        Deed flipping = HostileProxy.changing(flip);
        Deed halving = HostileProxy.changing(bytes -> Arrays.copyOf(bytes, bytes.length / 2));
        Deed endless = (_, honest) -> honest.answer().unannounced().coming(Manner.FLOODING);
        return Stream.of(Arguments.of("latest, a bit flipped", latest, flipping),
                Arguments.of("manifest, half of it", content(ContentKind.MANIFEST), halving),
                Arguments.of("packed without an end", content(ContentKind.PACKED), endless),
                Arguments.of("allow, a bit flipped", content(ContentKind.ALLOW), flipping),
                Arguments.of("latest, half of it", latest, halving),
                Arguments.of("latest without an end", latest, endless),
                Arguments.of("manifest, a bit flipped", content(ContentKind.MANIFEST), flipping),
                Arguments.of("manifest without an end", content(ContentKind.MANIFEST), endless),
                Arguments.of("packed, a bit flipped", content(ContentKind.PACKED), flipping),
                Arguments.of("packed, half of it", content(ContentKind.PACKED), halving));
    }

    private static Stream<Arguments> firstAttacks() {
        return attacks().limit(4);
    }

    private static Stream<Arguments> otherAttacks() {
        return attacks().skip(4);
    }

    private Mirror mirror(HostileProxy origin) throws Exception {
        return Mirror.start(new MirrorSettings(origin.address(), scene.rootNote(), folder.resolve("mirror"), ANY_PORT,
                ANY_PORT, Optional.empty(), HttpLimits.DEFAULT, EVERY, ProxySelector.of(null), "test"), victim.clock());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("otherAttacks")
    @Tag("long")
    void aMirrorServesNothingElseThatItDidNotVerify(String name, Predicate<PublicPath> which, Deed deed)
            throws Exception {
        aMirrorServesNothingThatItDidNotVerify(name, which, deed);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("firstAttacks")
    void aMirrorServesNothingThatItDidNotVerify(String name, Predicate<PublicPath> which, Deed deed) throws Exception {
        try (HostileProxy origin = scene.line().on(which, deed); Mirror mirror = mirror(origin)) {
            until(() -> origin.asked().stream().filter(asked -> which.test(asked.path())).count() >= TRIES);
            assertThat(status(mirror, "/v1/latest")).as(name).isNotEqualTo(200);
            assertThat(status(mirror, "/healthz")).as("it leaves its balancer").isEqualTo(503);
            origin.repent();
            requireServes(mirror);
        }
    }

    /// A replayed `latest` is no error to a mirror that knows nothing else, but the one that has seen a newer one stays.
    @Test
    void aMirrorDoesNotGoBack() throws Exception {
        try (HostileProxy origin = scene.line(); Mirror mirror = mirror(origin)) {
            until(() -> status(mirror, "/healthz") == 200);
            origin.on(PublicPath.Latest.class, HostileProxy.sending(scene.first().latestNote().toBytes()));
            origin.on(scene.first().manifestPath(), HostileProxy.sending(scene.first().manifestNote().toBytes()));
            origin.forget();
            until(() -> origin.asked(PublicPath.Latest.class).size() >= TRIES);
            assertThat(status(mirror, "/healthz")).as("it knows that something is wrong").isEqualTo(503);
            try (HostileProxy honest = HostileProxy.before(mirror.publicUri());
                    Victim agent = scene.victim(Files.createTempDirectory(folder, "beside"), honest)) {
                agent.updates();
                assertThat(agent.verdict(Scene.NEWLY_LISTED)).as("and serves what it has").isInstanceOf(Listed.class);
            }
            origin.repent();
            requireServes(mirror);
        }
    }

    /// It is stopped at any moment, again and again, before it has the first publication; what it keeps is whole.
    @Test
    void aMirrorIsRestartedInTheMiddle() throws Exception {
        try (HostileProxy origin = scene.line()) {
            for (int asked = 1; asked <= 6; asked++) {
                int first = asked;
                try (Mirror _ = mirror(origin.on(_ -> true, (question, honest) -> {
                    if (origin.asked().size() > first) {
                        throw new IOException("cut");
                    }
                    return honest.answer();
                }))) {
                    until(() -> origin.asked().size() > first);
                }
                origin.forget();
            }
            origin.repent();
            try (Mirror mirror = mirror(origin)) {
                requireServes(mirror);
            }
        }
    }

    /// An agent updates from it.
    private void requireServes(Mirror mirror) throws Exception {
        until(() -> status(mirror, "/healthz") == 200);
        Path desktop = Files.createTempDirectory(folder, "beside");
        try (Victim agent = scene.victim(desktop, HostileProxy.before(mirror.publicUri()))) {
            agent.updates();
            assertThat(agent.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
        }
    }

    private static int status(Mirror mirror, String path) {
        try {
            URI uri = mirror.publicUri().resolve(path);
            HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
            int status = connection.getResponseCode();
            connection.disconnect();
            return status;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Up to the time limit of the test.
    private static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
