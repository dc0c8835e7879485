/// The server's two front doors: [bloomward.server.Main] is the program `bloomward-server` on the publishing machine,
/// [bloomward.server.AdminMain] the program `bloomward-admin` for the administration of lists.
///
/// May import: `cli.admin`, `cli.server`, `program.terminal`.
/// Called by: nothing here.
@NullMarked
package bloomward.server;

import org.jspecify.annotations.NullMarked;
