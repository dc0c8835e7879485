package bloomward.agent.config;

import java.nio.file.Path;

/// The folders of a machine that belong to no single user.
///
/// @param etc settings and policy
/// @param state the store of the agent that serves the whole machine
/// @param run its socket
public record Places(Path etc, Path state, Path run) {

    private static final String SOCKET = "agent.sock";

    /// The folders of this machine.
    public static Places ofMachine() {
        return under(Path.of("/"));
    }

    /// The folders of a machine whose files are below a folder.
    public static Places under(Path root) {
        return new Places(root.resolve("etc/bloomward"), root.resolve("var/lib/bloomward"),
                root.resolve("run/bloomward"));
    }

    /// The policy file of the machine's administrator.
    public Path policy() {
        return etc.resolve("policy.toml");
    }

    Path systemFile() {
        return etc.resolve("agent.toml");
    }

    Path dropIns() {
        return etc.resolve("agent.d");
    }

    Path socket() {
        return socketIn(run);
    }

    static Path socketIn(Path folder) {
        return folder.resolve(SOCKET);
    }
}
