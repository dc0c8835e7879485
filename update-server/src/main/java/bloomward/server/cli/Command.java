package bloomward.server.cli;

/// One command of a program.
///
/// @param name what the user types
/// @param purpose one line for the help
record Command(String name, String purpose) {}
