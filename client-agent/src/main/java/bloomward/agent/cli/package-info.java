/// Arguments to commands: what a person or a script types.
///
/// In: arguments and standard input. Out: results on standard output, all else on the error stream, and an exit code
/// ([bloomward.agent.cli.Cli] has the table). `bloomward url` and `bloomward filter` show the format library at work.
/// May import: everything of the agent. Called by: `Main` alone.
@NullMarked
package bloomward.agent.cli;

import org.jspecify.annotations.NullMarked;
