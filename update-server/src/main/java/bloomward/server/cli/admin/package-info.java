/// `bloomward-admin`: the publisher's commands, each one request or a few to a server.
///
/// In: arguments. Out: requests by `cli.client`, and pages for people or JSON as it came. No command decides anything that the
/// server does not check.
///
/// May import: `admin`, `cli`, `cli.client`, `cli.keys`, `format`, `format.sign`, `program.command`, `program.pages`,
/// `program.terminal`, `program.text`, `picocli`.
/// Called by: `server`.
@NullMarked
package bloomward.server.cli.admin;

import org.jspecify.annotations.NullMarked;
