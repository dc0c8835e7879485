/// One small class for each filter that is compared, each used as its own documentation has it.
@NullMarked
package bloomward.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
