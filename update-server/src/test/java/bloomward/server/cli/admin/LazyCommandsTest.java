package bloomward.server.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.program.testing.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// A command is the same, made alone or with all others.
final class LazyCommandsTest {

    @Test
    void eachCommandHasItsNameAndItsHelp() {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, CommandLine> each : AdminProgram.commands(Run.silent()).getSubcommands().entrySet()) {
            CommandLine command = each.getValue();
            if (!each.getKey().equals(command.getCommandName())
                    || !command.getUsageMessage().equals(help(each.getKey()))) {
                wrong.add(each.getKey());
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static String help(String name) {
        return new Run.Setting().run(AdminProgram::run, name, "--help").out();
    }

    @Test
    void aWordThatIsNoCommandIsComparedWithAllOfThem() {
        assertThat(new Run.Setting().run(AdminProgram::run, "publihs").err()).contains("Did you mean publish?");
        assertThat(new Run.Setting().run(AdminProgram::run, "-o", "json", "publihs").err())
                .contains("Did you mean publish?");
    }
}
