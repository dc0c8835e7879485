package bloomward.server.admin;

/// The owner of a token, as use cases see them.
///
/// @param name of the token, as the audit log has it
public record Principal(String name, Role role) {}
