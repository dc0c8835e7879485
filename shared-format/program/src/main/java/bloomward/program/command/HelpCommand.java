package bloomward.program.command;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `help COMMAND...`: the same as `COMMAND... --help`, also for a command below a command.
@Command(name = "help", helpCommand = true, description = "Shows the help of a command.",
        footer = {"", "Example: ${ROOT-COMMAND-NAME} help completion"})
final class HelpCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help message and exit.")
    void ask(boolean isAsked) {
        // The parser shows the help of an option that is marked so.
    }

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Command, and the command below it.")
    private List<String> names = List.of();

    /// A word that is no command.
    static final class UnknownCommandException extends ParameterException {

        private static final long serialVersionUID = 1;

        private final String word;

        UnknownCommandException(CommandLine line, String word) {
            super(line, "no command '" + word + "'");
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    @Override
    public void run() {
        CommandLine line = spec.parent().commandLine();
        for (String name : names) {
            CommandLine next = line.getSubcommands().get(name);
            if (next == null) {
                throw new UnknownCommandException(line, name);
            }
            line = next;
        }
        line.usage(line.getOut());
    }
}
