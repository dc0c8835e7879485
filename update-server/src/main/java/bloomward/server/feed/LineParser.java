package bloomward.server.feed;

import java.util.function.Consumer;

/// Reads the lines of one list in one format, in their order; some formats remember what came before. One thread.
@FunctionalInterface
interface LineParser {

    /// @param line without its end, one byte in each `char`
    /// @param out takes what the line says: one thing, or one for each name on it
    void parse(String line, Consumer<ParsedLine> out);
}
