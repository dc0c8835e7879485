package bloomward.agent.report;

/// The states of a report, as its sender sees them.
public enum ReportState {
    /// Not sent yet.
    WAITING,
    /// The publisher has it.
    RECEIVED,
    /// The publisher agrees.
    ACCEPTED,
    /// The lists were corrected.
    PUBLISHED,
    /// The publisher does not agree.
    REJECTED,
    /// The publisher did not take it, or no longer has it.
    LOST;

    /// Whether the state is final.
    public boolean isFinal() {
        return switch (this) {
            case WAITING, RECEIVED, ACCEPTED -> false;
            case PUBLISHED, REJECTED, LOST -> true;
        };
    }

    /// Whether a server can give this state.
    boolean isOfServer() {
        return this != WAITING && this != LOST;
    }
}
