package bloomward.program.command;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/// The commands or options that an unknown word resembles.
final class Meant {

    private static final int MOST_EDITS = 2;
    /// Letters from which on a word can be the beginning of another one.
    private static final int LEAST_BEGINNING = 4;

    private Meant() {}

    static List<String> by(UnmatchedArgumentException e) {
        String word = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().getFirst();
        return by(e.getCommandLine().getCommandSpec(), word);
    }

    static List<String> by(CommandSpec command, String word) {
        Stream<String> known = word.startsWith("-")
                ? command.optionsMap().keySet().stream().filter(name -> name.startsWith("--"))
                : command.subcommands().values().stream().map(CommandLine::getCommandName);
        String bare = word.replaceFirst("=.*", "");
        List<String> names = known.distinct().sorted().toList();
        List<String> begun = names.stream()
                .filter(name -> bare.length() >= LEAST_BEGINNING && name.startsWith(bare))
                .toList();
        return begun.isEmpty()
                ? names.stream().filter(name -> edits(bare, name) <= Math.min(MOST_EDITS, name.length() / 3)).toList()
                : begun;
    }

    /// The number of letters to add, to drop, to replace or to swap with their neighbour.
    private static int edits(String from, String to) {
        int[][] edits = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                boolean isSame = from.charAt(i - 1) == to.charAt(j - 1);
                int least = Math.min(Math.min(edits[i - 1][j], edits[i][j - 1]) + 1,
                        edits[i - 1][j - 1] + (isSame ? 0 : 1));
                boolean isSwapped = i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                edits[i][j] = isSwapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
            }
        }
        return edits[from.length()][to.length()];
    }
}
