package bloomward.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ProgramTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Program program, String... args) {
        return program.run(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), args);
    }

    private static Stream<Arguments> commands() {
        return Stream.concat(
                Program.server().commands().stream().map(c -> Arguments.of("bloomward-server", Program.server(), c)),
                Program.admin().commands().stream().map(c -> Arguments.of("bloomward-admin", Program.admin(), c)));
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("commands")
    void saysThatACommandIsNotBuiltYet(String name, Program program, Command command) {
        assertThat(run(program, command.name(), "--some", "option", "and more")).isEqualTo(2);
        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(err.toString(UTF_8).lines())
                .containsExactly(name + " " + command.name() + ": not built yet in this version");
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("commands")
    void helpNamesEveryCommand(String name, Program program, Command command) {
        assertThat(run(program, "--help")).isZero();
        assertThat(out.toString(UTF_8)).contains("Usage: " + name).contains(command.name()).contains(command.purpose());
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V"})
    void saysItsVersion(String option) {
        assertThat(run(Program.server(), option)).isZero();
        assertThat(out.toString(UTF_8)).matches("bloomward-server \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
    }

    @Test
    void refusesAnUnknownCommandWithOneLineAndAHint() {
        assertThat(run(Program.server(), "sevre")).isEqualTo(2);
        assertThat(out.toString(UTF_8)).isEmpty();
        assertThat(err.toString(UTF_8).lines()).hasSize(2).first().asString().startsWith("bloomward-server: ")
                .contains("'sevre'");
        assertThat(err.toString(UTF_8)).endsWith("Try 'bloomward-server --help'." + System.lineSeparator());
    }

    @Test
    void refusesAnUnknownOption() {
        assertThat(run(Program.admin(), "--nonsense")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("bloomward-admin: ").contains("--nonsense");
    }

    @Test
    void asksForACommand() {
        assertThat(run(Program.server())).isEqualTo(2);
        assertThat(err.toString(UTF_8).lines()).hasSize(2);
    }
}
