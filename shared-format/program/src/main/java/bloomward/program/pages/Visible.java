package bloomward.program.pages;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The part of a specification shown to users.
final class Visible {

    private Visible() {}

    static List<CommandSpec> subcommands(CommandSpec command) {
        return command.subcommands()
                .values()
                .stream()
                .distinct()
                .map(CommandLine::getCommandSpec)
                .filter(spec -> !spec.usageMessage().hidden())
                .toList();
    }

    static List<OptionSpec> options(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden()).toList();
    }

    static List<PositionalParamSpec> parameters(CommandSpec command) {
        return command.positionalParameters().stream().filter(parameter -> !parameter.hidden()).toList();
    }

    /// Lines without picocli's markup.
    static List<String> plain(String[] lines) {
        return List.of(lines).stream().map(line -> Ansi.OFF.string(line)).toList();
    }

    /// The first sentence, without its full stop.
    static String summary(String[] description) {
        String first = description.length == 0 ? "" : plain(description).getFirst();
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }
}
