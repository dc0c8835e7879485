/// A command line to an exit code.
///
/// In: the arguments of one of the two programs. Out: text and the program's exit code; nothing here ends the process.
/// The only package that knows picocli. Called by: the two `Main` classes.
@NullMarked
package bloomward.server.cli;

import org.jspecify.annotations.NullMarked;
