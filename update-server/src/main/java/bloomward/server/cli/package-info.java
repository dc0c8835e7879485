/// A command line to an exit code.
///
/// ```
/// bloomward-admin:  options, environment -> Session -> client (HTTP, records of admin) -> Page or JSON
/// bloomward-server: options, environment, TOML -> Settings -> ServerActions
/// ```
///
/// In: the arguments of one of the two programs, and what the process has around it ([bloomward.server.cli.Io]). Out:
/// results on standard output, all else on the error stream, and an exit code ([bloomward.server.cli.ExitCodes] has the
/// table); nothing here ends the process. The only package that knows picocli.
///
/// May import: `admin` for its records, `config`, the format's `sign` and `release` for keys that lie on this machine.
/// Called by: the two `Main` classes.
@NullMarked
package bloomward.server.cli;

import org.jspecify.annotations.NullMarked;
