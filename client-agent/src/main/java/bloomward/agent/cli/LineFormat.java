package bloomward.agent.cli;

/// How answers to many inputs are written.
enum LineFormat {

    /// For a person.
    HUMAN,
    /// One JSON object a line.
    JSONL
}
