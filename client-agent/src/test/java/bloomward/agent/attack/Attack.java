package bloomward.agent.attack;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.attack.Scene.Publication;
import bloomward.agent.check.Verdict.Listed;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// An agent that has the first publication, a server that offers the second, and a line between them.
@ExtendWith(Scene.Shared.class)
@Timeout(120)
abstract class Attack {

    @TempDir
    Path folder;

    Scene scene;
    Victim victim;
    HostileProxy line;

    @BeforeEach
    void begin(Scene shared) throws Exception {
        scene = shared;
        victim = newVictim();
        line = victim.line();
    }

    @AfterEach
    void end() throws Exception {
        victim.close();
    }

    /// The next victim is as the first one was.
    final void anotherVictim() throws Exception {
        victim.close();
        victim = newVictim();
        line = victim.line();
    }

    Victim newVictim() throws Exception {
        return scene.victim(Files.createTempDirectory(folder, "desktop"));
    }

    static Predicate<PublicPath> content(ContentKind kind) {
        return path -> path instanceof Content content && content.kind() == kind;
    }

    /// Where publishers' own keys were used, the floor is above what the server offers until they publish again.
    void recoversByWhatIsPublishedNext() throws Exception {
        line.repent();
        Forgery.of(scene).later(Duration.ofMinutes(1)).serve(line);
        victim.updates();
        assertThat(victim.verdict(Scene.NEWLY_LISTED)).isInstanceOf(Listed.class);
    }

    /// From now on the line shows this publication, each of its notes as it was.
    void replay(Publication old) {
        line.on(PublicPath.Latest.class, HostileProxy.sending(old.latestNote().toBytes()));
        line.on(old.manifestPath(), HostileProxy.sending(old.manifestNote().toBytes()));
    }
}
