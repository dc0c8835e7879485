/// Text as people read it, whoever wrote it.
///
/// May import: nothing.
@NullMarked
package bloomward.program.text;

import org.jspecify.annotations.NullMarked;
