package bloomward.server;

import bloomward.server.cli.Program;

/// The program `bloomward-server`.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.exit(Program.server().run(System.out, System.err, args));
    }
}
