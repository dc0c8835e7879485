/// The settings of the server, each with its origin.
///
/// In: options, environment variables and a TOML file. Out: [bloomward.server.config.Settings], with each value checked
/// on its own; a missing file or a taken port is noticed on use.
///
/// Settings never hold secrets, only the names of files with secrets, so that all of them can be shown.
///
/// May import: `store`, `program.settings`.
/// Called by: `cli.server`, `http`, `http.admin`, `http.files`, `http.report`, `notify`, `mirror`, `serve`.
@NullMarked
package bloomward.server.config;

import org.jspecify.annotations.NullMarked;
