package bloomward.server;

import bloomward.program.terminal.Io;
import bloomward.program.terminal.Terminal;
import bloomward.server.cli.server.ServerProgram;

/// The entry point of the program `bloomward-server`.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(ServerProgram.run(Io.ofProcess(Terminal.ofProcess()), args));
    }
}
