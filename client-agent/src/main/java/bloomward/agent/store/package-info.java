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
/// whole set or none; a crash leaves at most files that nobody names. What is damaged is left out and said, the rest
/// protects: a list needs one of its two files, and without both it is missing, which is never clean.
///
/// Files are written once, each under its digest, and deleted when no state names them; who has one mapped keeps it. All of
/// it is for its owner alone, and no link in it is followed. What a newer program has made is left as it is.
///
/// May import: `format`, `format.file`, `format.filter`, `format.io`, `format.key`, `format.release`, `format.sign`.
/// Called by: `check`, `cli`, `cli.agent`, `cli.check`, `doctor`, `service`, `update`.
@NullMarked
package bloomward.agent.store;

import org.jspecify.annotations.NullMarked;
