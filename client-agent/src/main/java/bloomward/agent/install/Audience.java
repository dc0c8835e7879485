package bloomward.agent.install;

/// For whom an agent is installed.
public enum Audience {

    /// One user, who can also stop it.
    USER,

    /// Everybody who uses the machine; only this one holds against its users.
    SYSTEM
}
