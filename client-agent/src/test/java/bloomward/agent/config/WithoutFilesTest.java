package bloomward.agent.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.release.ListName;
import bloomward.program.settings.SettingSource;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every check of a URL finds its settings anew; most machines have no file of them, and then nothing of a parser is loaded.
final class WithoutFilesTest {

    @TempDir
    private Path folder;

    /// A program that runs in a JVM of its own.
    static final class Program {

        private Program() {}

        public static void main(String[] args) throws Exception {
            Config config = Config.resolve(Map.of(AgentSetting.LISTS, "phishing"), Optional.empty(),
                    Map.of("HOME", args[0]), Places.under(Path.of(args[0])));
            System.out.print(config.lists());
        }
    }

    @Test
    void needNoParser() throws Exception {
        String classes = String.join(File.pathSeparator, where(Config.class), where(Program.class),
                where(ListName.class), where(SettingSource.class));
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", classes, Program.class.getName(), folder.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo("[phishing]");
        assertThat(process.waitFor()).isZero();
    }

    private static String where(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }
}
