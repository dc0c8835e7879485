package bloomward.server.store;

/// The states of a report. One that is accepted is published as soon as a publication has its changes, which is not stored.
public enum ReportState {
    OPEN, ACCEPTED, REJECTED
}
