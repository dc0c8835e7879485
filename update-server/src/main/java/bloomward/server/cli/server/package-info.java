/// `bloomward-server`: the commands that run on the server's machine.
///
/// In: arguments, environment variables and the settings file. Out: a running server, or an answer of `setup`, `verify`,
/// `backup` or `export`.
///
/// May import: `admin`, `admin.view`, `backup`, `cli`, `cli.client`, `config`, `export`, `format`, `guard`, `http`,
/// `http.tls`, `mirror`, `notify`, `picocli`, `publish.folder`, `serve`, `setup`, `store.place`, `verify`,
/// `format.release`, `format.sign`, `format.wire`, `program.command`, `program.http`, `program.pages`,
/// `program.settings`, `program.terminal`, `program.text`, `com.fasterxml.jackson`.
/// Called by: `server`.
@NullMarked
package bloomward.server.cli.server;

import org.jspecify.annotations.NullMarked;
