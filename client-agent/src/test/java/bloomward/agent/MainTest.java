package bloomward.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Main.run(List.of(args), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }

    @Test
    void saysItsVersion() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString(UTF_8)).matches("bloomward \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void saysThatAPlannedCommandIsNotBuiltYet() {
        assertThat(run("check", "https://a.example/")).isEqualTo(2);
        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(err.toString(UTF_8)).containsOnlyOnce("bloomward check: not built yet in this version");
    }

    @Test
    void refusesAnUnknownCommand() {
        assertThat(run("chekc")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("'chekc'").contains("check");
    }
}
