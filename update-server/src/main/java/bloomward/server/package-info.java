/// The server's two front doors: [bloomward.server.Main] is the program `bloomward-server` on the machine that
/// publishes, [bloomward.server.AdminMain] the program `bloomward-admin` of those who look after the lists.
///
/// May import: `cli.admin`, `cli.server`, `program.terminal`.
/// Called by: nothing here.
@NullMarked
package bloomward.server;

import org.jspecify.annotations.NullMarked;
