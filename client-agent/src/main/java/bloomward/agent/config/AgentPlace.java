package bloomward.agent.config;

import java.nio.file.Path;

/// An agent on this machine, whether it runs or not.
///
/// @param store its lists
/// @param socket where it answers while it runs
public record AgentPlace(Path store, Path socket) {}
