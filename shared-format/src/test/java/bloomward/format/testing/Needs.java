package bloomward.format.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Programs of the machine that a test compares with. Where CI=true they have to be there; elsewhere it is said aloud that the
/// test is skipped.
public final class Needs {

    private Needs() {}

    public static void programs(String... names) {
        for (String name : names) {
            boolean isThere = Stream.of(System.getenv("PATH").split(":"))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
            require(isThere, name + " is missing");
        }
    }

    public static void require(boolean isThere, String why) {
        if (!isThere && "true".equals(System.getenv("CI"))) {
            throw new AssertionError(why);
        }
        if (!isThere) {
            System.err.println("SKIPPED: " + why);
        }
        assumeTrue(isThere, why);
    }
}
