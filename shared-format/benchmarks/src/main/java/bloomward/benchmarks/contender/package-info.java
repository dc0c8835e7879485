/// One small class for each compared filter, used as its documentation recommends.
@NullMarked
package bloomward.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
