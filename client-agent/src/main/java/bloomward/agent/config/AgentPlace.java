package bloomward.agent.config;

import java.nio.file.Path;

/// The store and the socket of an agent on this machine, running or not.
///
/// @param store contains its lists
/// @param socket on which it answers while it runs
public record AgentPlace(Path store, Path socket) {}
