package bloomward.agent.cli.io;

/// How answers to many inputs are written.
public enum LineFormat {

    /// For a person.
    HUMAN,
    /// One JSON object a line.
    JSONL
}
