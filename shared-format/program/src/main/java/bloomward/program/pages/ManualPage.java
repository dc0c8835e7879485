package bloomward.program.pages;

import bloomward.program.settings.SettingOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The manual page of one command, in the man macros of roff. It has no date, so that the same program always gives the
/// same page.
final class ManualPage {

    /// In the help of a command these begin lines that have a section of their own here.
    private static final String EXIT_CODE = "Exit code: ";
    private static final String EXAMPLE = "Example: ";
    private static final String FILE = "File: ";
    /// In the description of an option it names the variable that stands for it.
    private static final Pattern VARIABLE = Pattern.compile("\\(environment: ([A-Z_]+)\\)");

    /// The variables that every command reads.
    private static final Map<String, String> VARIABLES = new TreeMap<>(Map.of("COLUMNS", "Width of help and tables.",
            "NO_COLOR", "If set, nothing is coloured.", "BLOOMWARD_JAVA_HOME", "The JDK to use.", "BLOOMWARD_JAVA_OPTS",
            "Further options of the Java virtual machine."));

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
        List<String> description = Visible.plain(command.usageMessage().description());
        text.append(".TH \"")
                .append(line(name.toUpperCase(Locale.ROOT)))
                .append("\" \"1\" \"\" \"")
                .append(line(version))
                .append("\" \"\"\n");
        section("NAME");
        text.append(line(name))
                .append(" \\- ")
                .append(line(Visible.summary(command.usageMessage().description())))
                .append('\n');
        section("SYNOPSIS");
        text.append(line(synopsis())).append('\n');
        section("DESCRIPTION");
        paragraphs(without(EXIT_CODE, description), ".PP\n");
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
        section("EXIT STATUS");
        List<String> status = after(EXIT_CODE, description);
        paragraphs(status.isEmpty() ? List.of("0 on success; 2 on errors.") : status, ".PP\n");
        List<String> footer = Visible.plain(command.usageMessage().footer())
                .stream()
                .filter(line -> !line.isEmpty())
                .toList();
        section("ENVIRONMENT");
        if (command.userObject() instanceof SettingOptions.Taker taker) {
            variables(taker.settingOptions());
            general();
            files(taker.settingOptions());
        } else {
            variablesOfOptions();
            general();
            filesOfOptions(after(FILE, footer));
        }
        some("EXAMPLES", examples(command));
        some("NOTES", without(FILE, without(EXAMPLE, footer)));
        seeAlso();
        return text.toString();
    }

    private void variables(SettingOptions<?> options) {
        options.settings()
                .forEach(setting -> item(bold(setting.variable()),
                        new String[] {"The same as " + setting.option() + "."}));
    }

    private void variablesOfOptions() {
        for (OptionSpec option : Visible.options(command)) {
            Matcher variable = VARIABLE.matcher(String.join(" ", Visible.plain(option.description())));
            if (variable.find()) {
                item(bold(variable.group(1)), new String[] {"The same as " + option.longestName() + "."});
            }
        }
    }

    /// @param others files that no option or argument names
    private void filesOfOptions(List<String> others) {
        List<ArgSpec> named = new ArrayList<>(Visible.parameters(command));
        named.addAll(Visible.options(command));
        named.removeIf(argument -> !argument.paramLabel().matches("FILE|FOLDER"));
        if (others.isEmpty() && named.isEmpty()) {
            return;
        }
        section("FILES");
        paragraphs(others, ".PP\n");
        for (ArgSpec argument : named) {
            item(argument instanceof OptionSpec option
                    ? bold(option.longestName()) + " " + italic(option.paramLabel())
                    : italic(argument.paramLabel()), argument.description());
        }
    }

    /// The examples of a command or, where it only groups others, the first one of each of these.
    private static List<String> examples(CommandSpec command) {
        List<String> own = after(EXAMPLE, Visible.plain(command.usageMessage().footer()));
        return !own.isEmpty()
                ? own
                : Visible.subcommands(command).stream().flatMap(below -> examples(below).stream().limit(1)).toList();
    }

    private void general() {
        VARIABLES.forEach((variable, meaning) -> item(bold(variable), new String[] {meaning}));
    }

    private void files(SettingOptions<?> options) {
        section("FILES");
        options.files().forEach(file -> item(italic(file.place()), new String[] {file.purpose()}));
    }

    private void some(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            section(title);
            paragraphs(lines, ".PP\n");
        }
    }

    private static List<String> after(String mark, List<String> lines) {
        return lines.stream().filter(line -> line.startsWith(mark)).map(line -> line.substring(mark.length())).toList();
    }

    private static List<String> without(String mark, List<String> lines) {
        return lines.stream().filter(line -> !line.startsWith(mark)).toList();
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
