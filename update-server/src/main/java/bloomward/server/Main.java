package bloomward.server;

import bloomward.server.cli.Io;
import bloomward.server.cli.ServerProgram;

/// The program `bloomward-server`.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(ServerProgram.run(Io.ofProcess(), new NotBuiltYet(), args));
    }
}
