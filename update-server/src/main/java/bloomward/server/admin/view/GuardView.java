package bloomward.server.admin.view;

/// One of the lists that guards know.
///
/// @param origin `program`, or `operator` where it was replaced
public record GuardView(String name, long hosts, String origin) {}
