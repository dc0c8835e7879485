/// Keeps an agent's lists on disk, and opens those that protect.
///
/// ```
///   state, state.copy     the trusted root, the floor, and the notes of the installed set (manifest, latest)
///   files/DIGEST          packed, flat and allow files, each named by what is in it
///   partial/DIGEST        files in progress; never used for answers
///   lock                  held by the writer
/// ```
///
/// In: verified notes, and files to be kept. Out: a [bloomward.agent.store.Protection], mapped, of which every byte was
/// compared with a signed digest since the program started. One file names the whole set, so there is always one
/// whole set or none; a crash leaves at most files that no state names. Damaged files are left out and reported, the rest
/// protects: a list needs one of its two files, and without both it is missing, which is never clean.
///
/// Files are written once, each under its digest, and deleted when no state names them; a mapped file stays until it is
/// unmapped. All of it is for its owner alone, and no link in it is followed. A store that a newer program has made is left
/// as it is.
///
/// May import: `format`, `format.file`, `format.filter`, `format.io`, `format.key`, `format.release`, `format.sign`.
/// Called by: `check`, `cli`, `cli.agent`, `cli.check`, `doctor`, `service`, `update`.
@NullMarked
package bloomward.agent.store;

import org.jspecify.annotations.NullMarked;
