package bloomward.program.pages;

import java.util.SortedMap;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

/// All texts generated from the commands of a program.
public final class Pages {

    /// A shell that completes command lines.
    public enum Shell {
        BASH, ZSH, FISH
    }

    private static final String ZSH_CALLS_ITS_OWN_FILES = """

            # Where zsh has read this as the file of a function, it waits for an answer already.
            if [ -n "${ZSH_VERSION-}" ] && [ "${funcstack[1]-}" = "_NAME" ]; then
              _bash_complete -o default -F _complete_NAME
            fi
            """;

    private Pages() {}

    /// The completion script of a program for a shell.
    static String completion(CommandSpec program, Shell shell) {
        String name = program.name();
        return switch (shell) {
            case BASH -> AutoComplete.bash(name, program.commandLine());
            case ZSH -> "#compdef " + name + "\n" + AutoComplete.bash(name, program.commandLine())
                    + ZSH_CALLS_ITS_OWN_FILES.replace("NAME", name);
            case FISH -> new FishCompletion(program).text();
        };
    }

    /// The manual pages of a program by file name: one for itself and one for every command.
    static SortedMap<String, String> manual(CommandSpec program) {
        SortedMap<String, String> pages = new TreeMap<>();
        addManual(program, version(program), pages);
        return pages;
    }

    private static void addManual(CommandSpec command, String version, SortedMap<String, String> pages) {
        ManualPage page = new ManualPage(command, version);
        pages.put(page.fileName(), page.text());
        Visible.subcommands(command).forEach(below -> addManual(below, version, pages));
    }

    /// The output of `--version`.
    private static String version(CommandSpec program) {
        String[] lines = program.version();
        return lines.length == 0 ? program.name() : lines[0];
    }

    /// All pages, by their usual paths below a `share` folder.
    public static SortedMap<String, String> all(CommandSpec program) {
        SortedMap<String, String> pages = new TreeMap<>();
        manual(program).forEach((name, text) -> pages.put("man/man1/" + name, text));
        String name = program.name();
        pages.put("bash-completion/completions/" + name, completion(program, Shell.BASH));
        pages.put("zsh/site-functions/_" + name, completion(program, Shell.ZSH));
        pages.put("fish/vendor_completions.d/" + name + ".fish", completion(program, Shell.FISH));
        return pages;
    }
}
