/// Parts that the tests of every module use. Other modules get them as this module's test jar, which holds this package
/// alone.
///
/// May import: JUnit and its launcher, ArchUnit, AssertJ; of ours what a contract is about.
@NullMarked
package bloomward.format.testing;

import org.jspecify.annotations.NullMarked;
