/// The running server: all packages wired together by hand, both listeners, and the automatic work.
///
/// ```
/// Settings -> Server: store, Publishing, Publisher, use cases
///                |            |
///     admin listener   public listener      and rounds: renew, tidy up, fetch feeds beside each other
/// ```
///
/// Beside others on one database, a server does the automatic work only while it leads (`Membership`).
///
/// In: settings resolved by the command line. Out: a server that answers until it is closed.
///
/// May import: `admin`, `admin.view`, `api`, `cluster`, `config`, `draft`, `event`, `export`, `feed`,
/// `fetch`, `format`, `guard`, `history`, `http`, `http.admin`, `http.console`, `http.files`, `http.report`, `http.tls`,
/// `job`, `notify`, `publish`, `publish.folder`, `report`, `safebrowsing`, `shared`, `store`, `store.cluster`,
/// `store.place`, `format.confirm`, `format.io`, `format.release`, `format.sign`, `format.wire`, `program.command`,
/// `program.http`, `program.text`, `ch.qos.logback`, `io.micrometer`, `org.slf4j`.
/// Called by: `cli.server`, `mirror`.
@NullMarked
package bloomward.server.serve;

import org.jspecify.annotations.NullMarked;
