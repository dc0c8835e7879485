package bloomward.server;

import bloomward.server.cli.AdminProgram;
import bloomward.server.cli.Io;

/// The program `bloomward-admin`.
public final class AdminMain {

    private AdminMain() {}

    public static void main(String[] args) {
        System.exit(AdminProgram.run(Io.ofProcess(), args));
    }
}
