package bloomward.agent.browser;

/// The protection that an extension gives in its browser, the strongest first. The extension finds it by visiting a test
/// address.
public enum Rung {
    /// Nothing is sent to a listed site.
    FULL,
    /// Pages are stopped; frames, forms and parts of pages are not.
    LIMITED,
    /// A page may show before the warning.
    LATE,
    /// Nothing is prevented.
    NONE
}
