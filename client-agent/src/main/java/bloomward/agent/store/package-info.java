/// What an agent keeps on disk, and what of it protects.
///
/// ```
///   state, state.copy     who is trusted (root), how far (floor), what is installed (manifest, latest)
///   files/DIGEST          packed, flat and allow files, each named by what is in it
///   partial/DIGEST        what is being fetched or made; never opened
///   lock                  held by who writes
/// ```
///
/// In: verified notes, and files to be kept. Out: a [bloomward.agent.store.Protection], mapped, of which every byte was
/// compared with a signed digest since the program started. One file names the whole set, so there is always one
/// whole set or none; a crash leaves at most files that nobody names.
///
/// May import: nothing of the agent. Called by: `update`, `check`; opened by `service` and `cli`.
@NullMarked
package bloomward.agent.store;

import org.jspecify.annotations.NullMarked;
