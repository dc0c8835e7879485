/// Settings: declared once, said in many places.
///
/// ```
/// enum of the program: Setting -+-> options, files, variables -> SettingSource -> SettingValue, with its origin
///                               +-> help, manual page, `config show`
/// ```
///
/// In: a declaration, and the places where a program may be told. Out: values, each checked and with the place that said it.
/// Which place wins is for the program.
///
/// May import: `text`, `toml`, `com.fasterxml.jackson`, `picocli`.
/// Called by: the programs.
@NullMarked
package bloomward.program.settings;

import org.jspecify.annotations.NullMarked;
