package bloomward.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CliTest {

    @Test
    void saysItsVersion() {
        Run run = Bloomward.of("--version");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).matches("bloomward \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void answersAWrongCommandLineWithOneLineAndAHint() {
        for (String[] args : new String[][] {{}, {"chekc"}, {"filter"}, {"filter", "built"}, {"url", "--nonsense"},
            {"filter", "plan"}, {"filter", "build", "x"}, {"url", "-o", "xml", "a.example"},
            {"filter", "plan", "--entries", "many"}}) {
            Run run = Bloomward.of(args);
            assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err().lines().filter(line -> !line.startsWith("Did you mean "))).hasSize(2);
            assertThat(run.err()).startsWith("bloomward").contains("--help");
        }
    }

    @Test
    void suggestsTheCommandThatWasMeant() {
        assertThat(Bloomward.of("chekc").err()).contains("\nDid you mean check?\n");
        assertThat(Bloomward.of("filter", "insepct").err()).contains("\nDid you mean inspect?\n");
    }

    @Test
    void helpIsTheHelpOfTheCommand() {
        Run help = Bloomward.of("help", "check");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).isEqualToNormalizingWhitespace(Bloomward.of("check", "--help").out());
        assertThat(Bloomward.of("--help").out()).contains("\n  help ");
        assertThat(Bloomward.of("help", "nothing").exitCode()).isEqualTo(2);
    }

    @Test
    void helpIsAsWideAsTheTerminal() {
        for (int width : new int[] {60, 132}) {
            Run help = Bloomward.with(Map.of("COLUMNS", Integer.toString(width)), new byte[0], "check", "--help");
            assertThat(help.lines()).allMatch(line -> line.length() <= width)
                    .anyMatch(line -> line.length() > width - 12);
        }
        assertThat(Bloomward.with(Map.of("COLUMNS", "wide"), new byte[0], "check", "--help").exitCode()).isZero();
    }

    @Test
    void aCommandIsTheSameWhetherOrNotAllOthersAreThere() {
        Cli.allCommands(Run.silent()).subcommands().forEach((name, command) -> {
            assertThat(command.getCommandSpec().name()).isEqualTo(name);
            if (command.getCommandSpec().optionsMap().containsKey("--help")) {
                assertThat(Bloomward.of(name, "--help").out()).as(name).isEqualTo(command.getUsageMessage());
            }
        });
    }

    @Test
    void takesNoArgumentForAFileOfArguments() {
        assertThat(Bloomward.of("url", "-o", "jsonl", "@/etc/hostname", "@@x").lines()).hasSize(2)
                .first()
                .asString()
                .startsWith("{\"input\":\"@/etc/hostname\"");
        assertThat(Bloomward.of("url", "--", "@/dev/null").out()).contains("@/dev/null");
    }

    /// The JVM itself would end with 1, which means "found".
    @Test
    void endsWithAnErrorWhenTheJvmCannotGoOn() {
        for (Error error : new Error[] {new OutOfMemoryError("Java heap space"), new InternalError("a fault"),
            new StackOverflowError()}) {
            InputStream failing = new InputStream() {
                @Override
                public int read() {
                    throw error;
                }

                @Override
                public int read(byte[] to, int offset, int length) {
                    throw error;
                }
            };
            Run run = new Run.Setting().input(failing).run(Cli::run, "url");
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).startsWith("bloomward: ").hasLineCount(1);
        }
    }

    @Test
    void keepsControlCharactersOfArgumentsOffTheTerminal() {
        assertThat(Bloomward.of("filter", "inspect", "\u001b[31m\nno").err())
                .contains("\\u001b[31m\\u000ano: no such file")
                .hasLineCount(1);
        assertThat(Bloomward.of("\u001b[31m").err()).doesNotContain("\u001b");
    }

    @Test
    void takesAClosedPipeForTheEnd() {
        assertThat(exitCodeWhenWritingFailsWith("Broken pipe")).isEqualTo("0");
    }

    @Test
    void reportsAnyOtherFailureToWrite() {
        assertThat(exitCodeWhenWritingFailsWith("No space left on device"))
                .isEqualTo("2bloomward url: No space left on device\n");
    }

    private static String exitCodeWhenWritingFailsWith(String message) {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
        StringBuilder results = new StringBuilder();
        for (String format : new String[] {"human", "jsonl"}) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            byte[] input = "a.example\n".repeat(10_000).getBytes(UTF_8);
            String result = Cli.run(new Run.Setting().input(input).io(failing, err), "url", "-o", format)
                    + err.toString(UTF_8);
            assertThat(results.isEmpty() || results.toString().equals(result)).isTrue();
            results.replace(0, results.length(), result);
        }
        return results.toString();
    }
}
