package bloomward.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/// Help that can be read, and examples that can be copied, at the usual widths of a terminal.
final class HelpTest {

    private static Stream<CommandSpec> commands(CommandSpec command) {
        return Stream.concat(Stream.of(command),
                command.subcommands()
                        .values()
                        .stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(below -> !below.usageMessage().hidden())
                        .flatMap(HelpTest::commands));
    }

    private static String words(String... text) {
        return String.join(" ", text)
                .replaceAll("\\s+", " ")
                .replaceAll("\\(default: [^)]*\\)\\.?", "")
                .replaceAll(" +", " ")
                .strip();
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100, 120})
    void noWordIsBrokenInTwo(int width) {
        commands(Cli.allCommands(Run.silent())).forEach(command -> {
            command.usageMessage().width(width);
            String usage = command.commandLine().getUsageMessage(Ansi.OFF);
            assertThat(usage.lines()).as(command.qualifiedName()).allMatch(line -> line.length() <= width);
            String shown = words(usage);
            command.optionsMap().values().forEach(option -> {
                if (!option.hidden()) {
                    assertThat(shown).as(command.qualifiedName() + " " + option.longestName())
                            .contains(words(option.description()));
                }
            });
            for (String line : command.usageMessage().description()) {
                assertThat(shown).as(command.qualifiedName()).contains(words(line));
            }
            for (String line : command.usageMessage().footer()) {
                assertThat(shown).as(command.qualifiedName()).contains(words(line));
            }
        });
    }
}
