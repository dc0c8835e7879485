/// Text for people: tables, numbers, and text from untrusted sources.
///
/// May import: nothing.
/// Called by: `command`, `settings`.
@NullMarked
package bloomward.program.text;

import org.jspecify.annotations.NullMarked;
