/// What the tests of every module use. Other modules get it as this module's test jar, which holds this package alone.
///
/// May import: JUnit, ArchUnit; nothing of ours.
@NullMarked
package bloomward.format.testing;

import org.jspecify.annotations.NullMarked;
