/// What the server is told: settings, and where each comes from; and what it can be told to do.
///
/// In: options, environment variables and a TOML file. Out: [bloomward.server.config.Settings], checked as far as one value
/// tells; whether a file is there and a port is free is for whoever uses it. [bloomward.server.config.ServerActions] is the
/// seam between the command line and those who carry commands out.
///
/// Secrets are never values of settings, only the names of files that hold them: so all of it can be shown.
///
/// May import: nothing of the server. Called by: `cli`, `http` for where to listen, and who carries out the server's commands.
@NullMarked
package bloomward.server.config;

import org.jspecify.annotations.NullMarked;
