/// All rooms put together: what `bloomward-server` does.
///
/// ```
/// Settings -> Actions --> init | backup | restore | verify | export
///                |
///                +------> Server: store, Signatory, Publisher, use cases
///                            |            |
///                       admin listener   public listener      and a clock: renew, fetch feeds, tidy up
/// ```
///
/// In: settings, as the command line resolved them. Out: a server that runs, or an answer. Here is the wiring, by hand, and
/// what needs several rooms at once.
///
/// May import: everything but `cli`. Called by: `Main`.
@NullMarked
package bloomward.server.serve;

import org.jspecify.annotations.NullMarked;
