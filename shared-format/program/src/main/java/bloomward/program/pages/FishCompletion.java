package bloomward.program.pages;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Completions for fish, which picocli does not make.
final class FishCompletion {

    private final CommandSpec program;
    private final String in;
    private final String at;
    private final StringBuilder text = new StringBuilder();

    FishCompletion(CommandSpec program) {
        this.program = program;
        this.in = "__" + program.name() + "_in";
        this.at = "__" + program.name() + "_at";
    }

    String text() {
        // Options are skipped: their values may be taken for commands, which at worst offers too few completions.
        text.append("""
                function __%1$s_words
                    set -l words (commandline -opc)
                    string match -v -- '-*' $words[2..-1]
                end

                # The command line begins with these commands.
                function %2$s
                    set -l words (__%1$s_words)
                    set -l count (count $argv)
                    test (count $words) -ge $count; or return 1
                    test "$words[1..$count]" = "$argv"
                end

                # These commands and no other words are in the command line.
                function %3$s
                    set -l words (__%1$s_words)
                    test "$words" = "$argv"
                end

                """.formatted(program.name(), in, at));
        add(program, List.of());
        return text.toString();
    }

    private void add(CommandSpec command, List<String> path) {
        List<CommandSpec> below = Visible.subcommands(command);
        String condition = String.join(" ", path);
        if (!below.isEmpty()) {
            line("-f", at, condition, "");
        } else if (Visible.parameters(command).isEmpty()) {
            line("-f", in, condition, "");
        }
        for (CommandSpec next : below) {
            line("-f -a " + next.name(), at, condition, Visible.summary(next.usageMessage().description()));
        }
        for (OptionSpec option : Visible.options(command)) {
            line(switches(option) + values(option), below.isEmpty() ? in : at, condition,
                    Visible.summary(option.description()));
        }
        for (var parameter : Visible.parameters(command)) {
            String choices = choices(parameter.completionCandidates());
            if (!choices.isEmpty()) {
                line("-f -a " + quoted(choices), in, condition, Visible.summary(parameter.description()));
            }
        }
        for (CommandSpec next : below) {
            List<String> longer = new ArrayList<>(path);
            longer.add(next.name());
            add(next, longer);
        }
    }

    private void line(String what, String function, String path, String description) {
        text.append("complete -c ")
                .append(program.name())
                .append(" -n ")
                .append(quoted((function + " " + path).strip()))
                .append(' ')
                .append(what);
        if (!description.isEmpty()) {
            text.append(" -d ").append(quoted(description));
        }
        text.append('\n');
    }

    private static String switches(OptionSpec option) {
        List<String> switches = new ArrayList<>();
        for (String name : option.names()) {
            String bare = name.replaceFirst("^--?", "");
            switches.add((name.startsWith("--") ? "-l " : bare.length() == 1 ? "-s " : "-o ") + bare);
        }
        return String.join(" ", switches);
    }

    private static String values(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        }
        String choices = choices(option.completionCandidates());
        return choices.isEmpty() ? " -r" : " -x -a " + quoted(choices);
    }

    private static String choices(@org.jspecify.annotations.Nullable Iterable<String> candidates) {
        return candidates == null ? "" : String.join(" ", candidates).toLowerCase(java.util.Locale.ROOT);
    }

    private static String quoted(String words) {
        return "'" + words.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
