package bloomward.server;

import bloomward.server.cli.Program;

/// The program `bloomward-admin`.
public final class AdminMain {

    private AdminMain() {}

    public static void main(String[] args) {
        System.exit(Program.admin().run(System.out, System.err, args));
    }
}
