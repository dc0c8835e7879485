package bloomward.agent.install;

/// The users served by an installed agent.
public enum Audience {

    /// One user, who can also stop it.
    USER,

    /// All users of the machine; only this agent withstands tampering by its users.
    SYSTEM
}
