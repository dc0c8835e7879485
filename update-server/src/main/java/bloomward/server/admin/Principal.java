package bloomward.server.admin;

/// Who asks.
///
/// @param name of the token, as the audit log has it
public record Principal(String name, Role role) {}
