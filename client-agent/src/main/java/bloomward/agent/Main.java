package bloomward.agent;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The program `bloomward`. Exit codes: 0 done, 2 the command line or the program cannot do it.
public final class Main {

    private static final List<String> PLANNED = List.of("check", "agent", "quickstart", "completion");

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(List.of(args), System.out, System.err));
    }

    static int run(List<String> args, PrintStream out, PrintStream err) {
        String first = args.isEmpty() ? "" : args.getFirst();
        if (first.equals("--version")) {
            out.println("bloomward " + version());
            return 0;
        }
        if (PLANNED.contains(first)) {
            err.println("bloomward " + first + ": not built yet in this version");
        } else {
            err.println("bloomward: unknown command '" + first + "', known are " + String.join(", ", PLANNED));
        }
        return 2;
    }

    private static String version() {
        try (InputStream text = requireNonNull(Main.class.getResourceAsStream("version.txt"))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
