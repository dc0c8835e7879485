/// Tests of mirrors, beside origins that serve real publications and lie about them.
@NullMarked
package bloomward.server.mirror;

import org.jspecify.annotations.NullMarked;
