package bloomward.agent.cli.io;

/// Output formats of commands that take many inputs.
public enum LineFormat {

    /// Text for a person.
    HUMAN,
    /// One JSON object per line.
    JSONL
}
