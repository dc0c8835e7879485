package bloomward.server.guides;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A page and the blocks in it.
///
/// @param name as `KEYS.md`
record Guide(String name, List<Block> blocks) {

    private static final Pattern ENDS_WITH = Pattern.compile("  # exit code (\\d+)(,.*)?$");
    private static final Pattern HEREDOC = Pattern.compile("<<'(\\w+)'");
    private static final String FENCE = "```";

    Guide {
        blocks = List.copyOf(blocks);
    }

    /// The lines between two fences.
    ///
    /// @param section the heading above it
    /// @param language `sh` for lines that a reader types as they are; other words for those that no test can run
    /// @param line of its first line in the page
    record Block(String section, String language, int line, List<String> lines) {

        Block {
            lines = List.copyOf(lines);
        }

        /// Its name in tests.
        String firstLine() {
            return lines.isEmpty() ? "" : lines.getFirst();
        }
    }

    /// One command with all its lines.
    ///
    /// @param exitCode 0, unless the page says otherwise behind it: `# exit code 1, because ..`
    record Command(int line, String text, int exitCode) {}

    static Guide read(Path page) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        String section = "";
        int start = -1;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean isFence = line.strip().startsWith(FENCE);
            if (isFence && start < 0) {
                start = i;
            } else if (isFence) {
                blocks.add(block(section, lines, start, i));
                start = -1;
            } else if (start < 0 && line.startsWith("#")) {
                section = line.replaceFirst("^#+ ", "");
            }
        }
        if (start >= 0) {
            throw new IOException(page + " line " + (start + 1) + ": a block without an end");
        }
        return new Guide(page.getFileName().toString(), blocks);
    }

    /// A block in a list is indented like its fence.
    private static Block block(String section, List<String> lines, int start, int end) {
        String fence = lines.get(start);
        int indent = fence.length() - fence.stripLeading().length();
        List<String> inside = lines.subList(start + 1, end)
                .stream()
                .map(line -> line.substring(Math.min(indent, line.length())))
                .toList();
        return new Block(section, fence.strip().substring(FENCE.length()), start + 2, inside);
    }

    /// Only these sections of it, in the order of the page.
    Guide only(String... sections) {
        List<String> wanted = List.of(sections);
        Set<String> there = blocks.stream().map(Block::section).collect(Collectors.toSet());
        if (!there.containsAll(wanted)) {
            throw new IllegalArgumentException(name + " has no blocks in one of " + wanted);
        }
        return new Guide(name, blocks.stream().filter(block -> wanted.contains(block.section())).toList());
    }

    /// All other sections.
    Guide without(String... sections) {
        List<String> unwanted = List.of(sections);
        return new Guide(name, blocks.stream().filter(block -> !unwanted.contains(block.section())).toList());
    }

    /// The commands of a block: a line each, or more where it ends in a backslash or takes lines as input.
    static List<Command> commands(Block block) {
        List<Command> commands = new ArrayList<>();
        List<String> lines = block.lines();
        int from = 0;
        while (from < lines.size()) {
            int to = end(lines, from);
            String text = String.join("\n", lines.subList(from, to));
            if (!text.isBlank() && !text.startsWith("#")) {
                Matcher said = ENDS_WITH.matcher(lines.get(to - 1));
                commands.add(new Command(block.line() + from, text, said.find() ? Integer.parseInt(said.group(1)) : 0));
            }
            from = to;
        }
        return commands;
    }

    /// Behind the last line of the command that begins at `from`.
    private static int end(List<String> lines, int from) {
        int to = from + 1;
        while (to < lines.size() && lines.get(to - 1).endsWith("\\")) {
            to++;
        }
        Matcher heredoc = HEREDOC.matcher(lines.get(to - 1));
        if (heredoc.find()) {
            while (to < lines.size() && !lines.get(to - 1).equals(heredoc.group(1))) {
                to++;
            }
        }
        return to;
    }
}
