package bloomward.server.http;

/// Who asks, as the audit log will name it.
///
/// @param name of the token's owner; never the token
public record Principal(String name, Role role) {}
