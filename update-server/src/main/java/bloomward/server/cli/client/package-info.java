/// The client of the Admin API.
///
/// In: the request records of `admin`, and bodies to stream. Out: the answer records, or the reason for their absence:
/// [bloomward.server.cli.client.ServerProblemException] if the server refused,
/// [bloomward.server.cli.client.UnreachableException] if no Bloomward server answered.
///
/// Trust: the server's answers are not trusted. They are bounded and checked for required fields; redirects are not
/// followed, because they would leak the token.
///
/// May import: `admin`, `admin.view`, `com.fasterxml.jackson`.
/// Called by: `cli`, `cli.admin`, `cli.keys`, `cli.server`.
@NullMarked
package bloomward.server.cli.client;

import org.jspecify.annotations.NullMarked;
