package bloomward.server;

import bloomward.program.terminal.Io;
import bloomward.program.terminal.Terminal;
import bloomward.server.cli.admin.AdminProgram;

/// The entry point of the program `bloomward-admin`.
public final class AdminMain {

    private AdminMain() {}

    public static void main(String[] args) {
        System.exit(AdminProgram.run(Io.ofProcess(Terminal.ofProcess()), args));
    }
}
