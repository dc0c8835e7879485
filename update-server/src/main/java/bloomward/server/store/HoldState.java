package bloomward.server.store;

/// What became of something that was held back.
public enum HoldState {
    OPEN, RELEASED, REJECTED,
    /// Its source no longer lists it.
    WITHDRAWN
}
