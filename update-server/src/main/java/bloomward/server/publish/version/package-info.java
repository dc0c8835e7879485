/// The draft of one list to the files of its next version: packed, flat, confirm leaves, deltas.
///
/// In: a list and the last change of its draft that counts. Out: files that nobody is told of yet, and their digests and
/// counts. Entries that would hit a watched host by the chance of their key, or that overflow a bucket, are found here and
/// held by the caller, which orders the version again without them.
///
/// A version is made of all entries or, if this process made the one before and few have changed since, only of these; the
/// bytes are the same.
///
/// May import: `compile`, `format`, `publish.folder`, `safebrowsing`, `store`, `format.confirm`, `format.delta`,
/// `format.file`, `format.filter`, `format.io`, `format.key`, `format.release`, `format.url`, `format.wire`, `org.slf4j`.
/// Called by: `admin`, `publish`.
@NullMarked
package bloomward.server.publish.version;

import org.jspecify.annotations.NullMarked;
