/// Files of the data folder that are not published and that every server of a shared store may need: imports that wait for a
/// person, lists of guards, the notifications that were sent.
///
/// In: a file here. Out: the same file there. The rows of the store are the truth, the folder of each server is a copy. A
/// store that only one server can have leaves them to its folder, and nothing is done.
///
/// Not trusted: the copies. One that differs from its digest in the store is brought again.
///
/// May import: `format`, `store`, `format.io`.
/// Called by: `admin`, `backup`, `draft`, `serve`, `setup`.
@NullMarked
package bloomward.server.shared;

import org.jspecify.annotations.NullMarked;
