package bloomward.agent.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriterLockTest {

    @TempDir
    Path folder;

    @Test
    void admitsOneWriterOfAProcessHoweverItCallsTheFolder() throws Exception {
        Path path = folder.resolve("store");
        Store store = Store.at(path);
        Path link = Files.createSymbolicLink(folder.resolve("link"), path);
        try (StoreWriter writer = store.tryWrite().orElseThrow()) {
            assertThat(writer.file(Digest.of(new byte[0]))).doesNotExist();
            assertThat(store.tryWrite()).isEmpty();
            assertThat(Store.at(path).tryWrite()).isEmpty();
            assertThat(Store.at(link).tryWrite()).isEmpty();
            assertThat(store.state()).isEmpty();
        }
        store.tryWrite().orElseThrow().close();
        Store.at(link).tryWrite().orElseThrow().close();
    }

    @Test
    void admitsOneWriterOfAllProcesses() throws Exception {
        Store store = Store.at(folder.resolve("store"));
        try (StoreWriter _ = store.tryWrite().orElseThrow()) {
            assertThat(store.tryWrite()).isEmpty(); // which must not give the lock away
            assertThat(inAnotherProcess()).isEqualTo("busy");
        }
        assertThat(inAnotherProcess()).isEqualTo("taken");
        store.tryWrite().orElseThrow().close();
    }

    private String inAnotherProcess() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Writing.class.getName(),
                folder.resolve("store").toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isZero();
        return said;
    }

    /// Runs in the other process.
    static final class Writing {

        private Writing() {}

        public static void main(String[] args) throws Exception {
            System.out.print(Store.at(Path.of(args[0])).tryWrite().isPresent() ? "taken" : "busy");
        }
    }
}
