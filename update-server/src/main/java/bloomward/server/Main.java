package bloomward.server;

import bloomward.server.cli.Io;
import bloomward.server.cli.ServerProgram;
import bloomward.server.serve.Actions;
import java.time.Clock;

/// The program `bloomward-server`.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(ServerProgram.run(Io.ofProcess(), new Actions(Clock.systemUTC()), args));
    }
}
