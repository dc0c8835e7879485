package bloomward.agent.report;

/// The mistakes that a list can make.
public enum ReportKind {
    /// A listed URL should not be listed.
    WRONG,
    /// An unlisted URL should be listed.
    MISSED
}
