/// Text as people read it, whoever wrote it.
///
/// May import: nothing.
/// Called by: `command`, `settings`.
@NullMarked
package bloomward.program.text;

import org.jspecify.annotations.NullMarked;
