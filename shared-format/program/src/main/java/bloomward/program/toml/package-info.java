/// TOML files, strictly.
///
/// In: a file. Out: a [bloomward.program.toml.TomlTable] that gives values of the wanted kind, and for everything that is
/// wrong a message with file and line.
///
/// May import: `com.fasterxml.jackson`.
/// Called by: `settings`.
@NullMarked
package bloomward.program.toml;

import org.jspecify.annotations.NullMarked;
