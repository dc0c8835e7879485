/// Drafts to publications: compiled, signed, with deltas, and one small note that says which is the newest.
///
/// ```
/// draft -> expire -> compile -> collisions? -> test entries? -> files by digest -> deltas -> manifest -> sign
///                       ^           |                                                          |       |
///                       +-- hold <--+                                            pending <-----+       v
///                                                                        (keys of people)        store commit
///                                                                               |                      |
///                                                                               +-- signatures ------> | -> latest
/// ```
///
/// The files of a list's next version are made in [bloomward.server.publish.version], and lie where
/// [bloomward.server.publish.folder] says.
///
/// In: drafts of lists ([bloomward.server.publish.Publisher#publish]), signatures of people, the time. Out: immutable
/// files in the public folder, laid out as [bloomward.format.wire.PublicPath] says, and
/// [bloomward.server.publish.Published], the one snapshot that is served.
///
/// The commit in the store is what makes a publication: before it, files are there that nobody is told of; after it, a
/// start finishes what is left, which is writing `latest`. So a crash leaves the old publication or the new one, whole.
///
/// A store that several servers share has the files and `latest` in the same commit. Each server publishes what people ask it
/// for; a write that another one was quicker than is refused and begins again ([bloomward.server.publish.Commits]). The
/// others fetch the files, make the confirm answers, compare both with what is signed, and then serve.
///
/// Trust: files are written here and verified by agents; a change to them can at most stop updates. The keys in the key
/// folder are the prize of an attacker; with publisher keys elsewhere the server can only date what people signed.
///
/// May import: `compile`, `draft`, `format`, `guard`, `progress`, `publish.folder`, `publish.version`, `safebrowsing`,
/// `store`, `store.cluster`, `format.confirm`, `format.delta`, `format.io`, `format.key`, `format.release`,
/// `format.sign`, `format.url`, `format.wire`, `org.slf4j`.
/// Called by: `admin`, `api`, `export`, `mirror`, `serve`, `verify`.
@NullMarked
package bloomward.server.publish;

import org.jspecify.annotations.NullMarked;
