/// The contracts that the tests of every program extend. Other modules get them as this module's test jar, which holds this
/// package alone.
///
/// May import: JUnit, picocli; of ours what a contract is about.
@NullMarked
package bloomward.program.testing;

import org.jspecify.annotations.NullMarked;
