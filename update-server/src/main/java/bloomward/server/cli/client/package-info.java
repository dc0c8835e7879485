/// Questions to the Admin API, and its answers: the client's half.
///
/// In: the records of `admin` that the server takes, and bodies to stream. Out: the records that it answers with, or why
/// there is none: [bloomward.server.cli.client.ServerAddressProblemException] if the server said so,
/// [bloomward.server.cli.client.UnreachableException] if no server of ours was there to say anything.
///
/// The server's answers are read as those of a stranger: bounded, checked for what they must hold, never executed or
/// followed elsewhere, for a redirect would carry the token away.
///
/// May import: `admin`, `com.fasterxml.jackson`.
/// Called by: `cli`, `cli.admin`, `cli.keys`, `cli.server`.
@NullMarked
package bloomward.server.cli.client;

import org.jspecify.annotations.NullMarked;
