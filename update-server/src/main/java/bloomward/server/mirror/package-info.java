/// A mirror: a read-only copy of a publication that another server makes, fetched by the public protocol alone.
///
/// ```
/// origin ~~ latest ~~> Follower: roots, latest, manifest: verified, not below the floor
///                         |
///                      Copies: allow, packed (by deltas or whole), flat (derived), deltas (cut here)
///                         |  all there and compared with their digests
///                      Published, swapped -> public listener
///            bucket not here: Buckets ~~> origin, proved by the signed root, kept
/// ```
///
/// In: the address of an origin or of another mirror, and a root note that a person trusts. Out: the same public files, which
/// agents verify as they would the origin's.
///
/// Trust: the origin is not trusted. No byte is served that was not compared with a signed digest or proved by a signed root, and
/// deltas are cut from such files. An origin can keep news back for as long as `latest` is valid, no more.
///
/// May import: `compile`, `config`, `format`, `http`, `http.admin`, `http.files`, `http.tls`, `publish`,
/// `publish.folder`, `serve`, `format.confirm`, `format.delta`, `format.file`, `format.filter`, `format.io`,
/// `format.key`, `format.release`, `format.sign`, `format.wire`, `program.http`, `io.micrometer`, `org.slf4j`.
/// Called by: `cli.server`.
@NullMarked
package bloomward.server.mirror;

import org.jspecify.annotations.NullMarked;
