/// Filter to file and back, through one checked door.
///
/// In: a filter. Out: a file by FORMAT.md; and from a file, a filter over its mapped bytes, after every length,
/// reserved byte and checksum has been looked at. What is wrong is a [bloomward.format.FormatException] with its
/// reason. A checksum finds accidents only; who sent a file is what signatures and digests are for.
///
/// May import: `filter`, `format`, `key`.
/// Called by: `delta`, `lookup`, `release`.
@NullMarked
package bloomward.format.file;

import org.jspecify.annotations.NullMarked;
