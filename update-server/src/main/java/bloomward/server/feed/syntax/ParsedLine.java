package bloomward.server.feed.syntax;

/// A line as parsed by its format, before its URL is examined. Texts hold bytes, one per `char`.
public sealed interface ParsedLine {

    /// An entry.
    ///
    /// @param text a host name, an address or a URL, with or without its scheme
    record Accepted(String text, Meaning meaning) implements ParsedLine {}

    /// A line that makes no entry, with the reason. It is counted.
    record Rejected(RejectReason reason) implements ParsedLine {}

    /// A blank line, a comment, or a line that belongs to the file and not to the list. It is not counted.
    record Ignored() implements ParsedLine {}

    /// The meaning of an entry in its format.
    enum Meaning {
        /// A host name or an address and nothing else.
        HOST,
        /// A host, or something below it.
        PLACE,
        /// The URL of one page.
        PAGE
    }

    ParsedLine IGNORED = new Ignored();

    static ParsedLine host(String text) {
        return new Accepted(text, Meaning.HOST);
    }

    static ParsedLine place(String text) {
        return new Accepted(text, Meaning.PLACE);
    }

    static ParsedLine page(String text) {
        return new Accepted(text, Meaning.PAGE);
    }

    static ParsedLine rejected(RejectReason reason) {
        return new Rejected(reason);
    }
}
