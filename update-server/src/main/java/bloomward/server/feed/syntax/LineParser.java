package bloomward.server.feed.syntax;

import java.util.function.Consumer;

/// Parses the lines of one list in one format, in order; some formats keep state between lines. Used by one thread.
@FunctionalInterface
public interface LineParser {

    /// @param line without its end, one byte in each `char`
    /// @param out receives the result: one, or one for each name on the line
    void parse(String line, Consumer<ParsedLine> out);

    /// The parser of lists of mixed lines, which keeps no state.
    static LineParser mixed() {
        return AdblockLines::mixed;
    }
}
