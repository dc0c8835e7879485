/// The settings of the server, and where each comes from.
///
/// In: options, environment variables and a TOML file. Out: [bloomward.server.config.Settings], checked as far as one value
/// tells; whether a file is there and a port is free shows when it
/// is used.
///
/// Secrets are never values of settings, only the names of files that hold them: so all of it can be shown.
///
/// May import: `program.settings`.
/// Called by: `cli.server`, `http`, `http.admin`, `http.files`, `serve`.
@NullMarked
package bloomward.server.config;

import org.jspecify.annotations.NullMarked;
