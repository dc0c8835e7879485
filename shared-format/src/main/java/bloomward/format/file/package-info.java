/// Filter to file and back, through one checked door.
///
/// In: a filter. Out: a file by FORMAT.md; and from a file, a filter over its mapped bytes, after every length,
/// reserved byte and checksum has been looked at. What is wrong is a [bloomward.format.FormatException] with its
/// reason. A checksum finds accidents only; who sent a file is what signatures and digests are for. Also, how any
/// file is written so that it is there as a whole or not at all ([bloomward.format.file.DurableFiles]), and how one in gzip
/// is read as a whole or refused ([bloomward.format.file.GzipMembers]). May import: `filter`, `key`. Called by: `delta`, and whoever stores files.
@NullMarked
package bloomward.format.file;

import org.jspecify.annotations.NullMarked;
