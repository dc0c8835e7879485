/// Strict reading of TOML files.
///
/// In: a file. Out: a [bloomward.program.toml.TomlTable] that gives values of the expected kind, and for every error a
/// message with file and line.
///
/// May import: `com.fasterxml.jackson`.
/// Called by: `settings`.
@NullMarked
package bloomward.program.toml;

import org.jspecify.annotations.NullMarked;
