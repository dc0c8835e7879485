/// `bloomward-admin`: the publisher's commands, each of one or a few requests to a server.
///
/// In: arguments. Out: requests by `cli.client`, and text for people, or the server's JSON. The server checks every
/// decision made here.
///
/// May import: `admin`, `admin.view`, `cli`, `cli.client`, `cli.keys`, `format`, `format.sign`, `program.command`,
/// `program.pages`, `program.terminal`, `program.text`, `picocli`.
/// Called by: `server`.
@NullMarked
package bloomward.server.cli.admin;

import org.jspecify.annotations.NullMarked;
