package bloomward.agent.cli.browser;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.install.SampleExtension;
import bloomward.agent.cli.Bloomward;
import bloomward.program.testing.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class BrowserPackCommandTest {

    private static final String HOME = "bloomward.home";

    @TempDir
    private Path folder;

    @BeforeEach
    void layOut() throws Exception {
        System.setProperty(HOME, SampleExtension.in(folder.resolve("app"), "0.1.0").toString());
    }

    @AfterEach
    void forget() {
        System.clearProperty(HOME);
    }

    @Test
    void packsWithANewKeyAndThenWithTheSame() throws Exception {
        Path key = folder.resolve("key.pem");
        Run first = pack("--new-key", "--key", key.toString(), "--out", folder.resolve("one").toString());
        assertThat(first.exitCode()).as(first.err()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key))).isEqualTo("rw-------");
        Run second = pack("--key", key.toString(), "--out", folder.resolve("two").toString());
        assertThat(second.exitCode()).as(second.err()).isZero();
        assertThat(folder.resolve("two/bloomward.crx")).hasSameBinaryContentAs(folder.resolve("one/bloomward.crx"));
        assertThat(second.err()).containsPattern("for Chromium as [a-p]{32}; ");
    }

    @Test
    void writesOverNothing() throws Exception {
        Path key = Files.writeString(folder.resolve("key.pem"), "somebody's");
        Run existing = pack("--new-key", "--key", key.toString(), "--out", folder.resolve("out").toString());
        assertThat(existing.exitCode()).isOne();
        assertThat(existing.err()).contains("already exists; leave out --new-key");
        assertThat(key).hasContent("somebody's");
        Run full = pack("--key", key.toString(), "--out", folder.toString());
        assertThat(full.exitCode()).isOne();
        assertThat(full.err()).contains("is not empty");
        assertThat(pack("--key", key.toString(), "--out", folder.resolve("out").toString()).err())
                .contains("not a private key");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void needsAProgramWithTheExtension() {
        System.setProperty(HOME, folder.toString());
        Run run = pack("--key", "k", "--out", folder.resolve("out").toString());
        assertThat(run.exitCode()).isOne();
        assertThat(run.err()).contains("the extension is missing");
    }

    private static Run pack(String... words) {
        String[] args = new String[words.length + 2];
        args[0] = "browser";
        args[1] = "pack";
        System.arraycopy(words, 0, args, 2, words.length);
        return Bloomward.of(args);
    }
}
