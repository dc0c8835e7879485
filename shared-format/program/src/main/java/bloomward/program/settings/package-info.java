/// Settings: declared once, set in many places.
///
/// ```
/// enum of the program: Setting -+-> options, files, variables -> SettingSource -> SettingValue, with its origin
///                               +-> help, manual page, `config show`
/// ```
///
/// In: a declaration, and the sources of settings. Out: values, each checked and with its origin. The program decides
/// which source takes precedence.
///
/// May import: `text`, `toml`, `com.fasterxml.jackson`, `picocli`.
/// Called by: `pages`, the programs.
@NullMarked
package bloomward.program.settings;

import org.jspecify.annotations.NullMarked;
