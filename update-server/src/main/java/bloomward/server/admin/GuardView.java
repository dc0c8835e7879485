package bloomward.server.admin;

/// One of the lists that guards know.
///
/// @param origin shipped, or who replaced it and when
public record GuardView(String name, long hosts, String origin) {}
