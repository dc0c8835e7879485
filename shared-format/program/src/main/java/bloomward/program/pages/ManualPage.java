package bloomward.program.pages;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The manual page of one command, in the man macros of roff. It has no date, so that the same program always gives the
/// same page.
final class ManualPage {

    private final CommandSpec command;
    private final String version;
    private final String name;
    private final StringBuilder text = new StringBuilder();

    /// @param version the program's name and number
    ManualPage(CommandSpec command, String version) {
        this.command = command;
        this.version = version;
        this.name = name(command);
    }

    /// The name of the page: `bloomward filter build` has bloomward-filter-build(1).
    private static String name(CommandSpec command) {
        return command.qualifiedName("-");
    }

    String fileName() {
        return name + ".1";
    }

    String text() {
        String[] description = command.usageMessage().description();
        text.append(".TH \"")
                .append(line(name.toUpperCase(Locale.ROOT)))
                .append("\" \"1\" \"\" \"")
                .append(line(version))
                .append("\" \"\"\n");
        section("NAME");
        text.append(line(name)).append(" \\- ").append(line(Visible.summary(description))).append('\n');
        section("SYNOPSIS");
        text.append(line(synopsis())).append('\n');
        section("DESCRIPTION");
        paragraphs(Visible.plain(description), ".PP\n");
        List<CommandSpec> below = Visible.subcommands(command);
        if (!below.isEmpty()) {
            section("COMMANDS");
            below.forEach(next -> item(bold(name(next)) + "(1)", next.usageMessage().description()));
        }
        if (!Visible.parameters(command).isEmpty()) {
            section("ARGUMENTS");
            Visible.parameters(command)
                    .forEach(parameter -> item(italic(parameter.paramLabel()), parameter.description()));
        }
        if (!Visible.options(command).isEmpty()) {
            section("OPTIONS");
            Visible.options(command).forEach(option -> item(names(option), option.description()));
        }
        String[] footer = command.usageMessage().footer();
        if (footer.length > 0) {
            section("NOTES");
            paragraphs(Visible.plain(footer), ".PP\n");
        }
        seeAlso();
        return text.toString();
    }

    private String synopsis() {
        Help help = new Help(command, Help.defaultColorScheme(Ansi.OFF));
        return help.synopsis(0).strip().replaceAll("\\s+", " ");
    }

    private void seeAlso() {
        if (command.parent() != null) {
            section("SEE ALSO");
            text.append(bold(name(command.parent()))).append("(1)\n");
        }
    }

    private void section(String title) {
        text.append(".SH ").append(title).append('\n');
    }

    private void item(String term, String[] description) {
        text.append(".TP\n").append(term).append('\n');
        List<String> lines = Visible.plain(description);
        paragraphs(lines.isEmpty() ? List.of("") : lines, ".br\n");
    }

    private void paragraphs(List<String> lines, String between) {
        text.append(lines.stream().map(words -> line(words) + "\n").collect(Collectors.joining(between)));
    }

    private static String names(OptionSpec option) {
        String names = List.of(option.names()).stream().map(ManualPage::bold).collect(Collectors.joining(", "));
        return option.arity().max() == 0 ? names : names + separator(option) + italic(option.paramLabel());
    }

    private static String separator(ArgSpec option) {
        return line(option.command().parser().separator());
    }

    private static String bold(String words) {
        return "\\fB" + line(words) + "\\fR";
    }

    private static String italic(String words) {
        return "\\fI" + line(words) + "\\fR";
    }

    /// Escapes the words of a line: none is read as a request, and a hyphen can be copied.
    private static String line(String words) {
        String escaped = words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        if (escaped.isEmpty() || escaped.startsWith(".") || escaped.startsWith("'")) {
            return "\\&" + escaped;
        }
        return escaped;
    }
}
