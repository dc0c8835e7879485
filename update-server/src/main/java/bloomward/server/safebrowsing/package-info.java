/// The published lists as the Safe Browsing protocol has them, versions 4 and 5, for browsers and programs in which nothing can
/// be installed.
///
/// ```
/// entries -> Spellings -> VersionHashes, or NextHashes from the version before
///                             |
///                       FinishedHashes (a version of a list: sorted full hashes, by category)
///                             |
///      manifest, allow file --+--> Edition: for each ThreatList a PrefixSet ----> Updates: whole or from an older PrefixSet
///                                          |                                          Rice -> V5 | V4 (protocol buffers)
///                                          +--> full hashes that begin with a prefix
/// ```
///
/// In: what is compiled ([bloomward.server.safebrowsing.VersionHashes], [bloomward.server.safebrowsing.NextHashes]), and
/// each publication ([bloomward.server.safebrowsing.Gateway#publish]). Out: bytes of the protocol's messages.
///
/// A set of prefixes is a file named by its SHA-256, which is also the protocol's checksum and the version that clients
/// present. So every node that has the same publication gives the same answers, and a version means the same after a restart
/// or a roll-back.
///
/// Trust: nothing here is signed. A client trusts the server that it asks, over TLS.
///
/// May import: `compile`, `format`, `format.confirm`, `format.io`, `format.key`, `format.release`, `format.url`,
/// `com.google.protobuf`, `io.micrometer`, `org.slf4j`.
/// Called by: `admin`, `http.files`, `http.safebrowsing`, `publish`, `publish.version`, `serve`, `verify`.
@NullMarked
package bloomward.server.safebrowsing;

import org.jspecify.annotations.NullMarked;
