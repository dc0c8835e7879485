package bloomward.server.store;

/// The states of a hold.
public enum HoldState {
    OPEN, RELEASED, REJECTED,
    /// Its source no longer lists it.
    WITHDRAWN
}
