/// Filters in files, written and read with all checks.
///
/// In: a filter. Out: a file by FORMAT.md; and from a file, a filter over its mapped bytes, after every length,
/// reserved byte and checksum has been checked. A fault is a [bloomward.format.FormatException] with its reason. A
/// checksum detects only accidents; signatures and digests authenticate a file.
///
/// May import: `filter`, `format`, `io`, `key`.
/// Called by: `delta`, `lookup`, `release`.
@NullMarked
package bloomward.format.file;

import org.jspecify.annotations.NullMarked;
