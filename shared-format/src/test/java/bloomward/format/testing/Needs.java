package bloomward.format.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Programs of the machine that a test compares with, and rights that it needs. Where CI=true they have to be there; elsewhere it
/// is said aloud that the test is skipped. A machine of CI that cannot grant a right says so in [#LACKING].
public final class Needs {

    /// A variable with the rights that this machine lacks, separated by commas.
    static final String LACKING = "TESTS_LACK";

    private Needs() {}

    public static void programs(String... names) {
        for (String name : names) {
            boolean isThere = Stream.of(System.getenv("PATH").split(":"))
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
            require(isThere, name + " is missing");
        }
    }

    /// The right to mount file systems, which a container may lack: `mount` in the variable.
    public static void mounting(boolean isThere, String why) {
        right("mount", isThere, why, System.getenv());
    }

    static void right(String name, boolean isThere, String why, Map<String, String> environment) {
        boolean isLacking = List.of(environment.getOrDefault(LACKING, "").split(",")).contains(name);
        require(isThere, why, !isLacking && "true".equals(environment.get("CI")));
    }

    public static void require(boolean isThere, String why) {
        require(isThere, why, "true".equals(System.getenv("CI")));
    }

    private static void require(boolean isThere, String why, boolean isMust) {
        if (!isThere && isMust) {
            throw new AssertionError(why);
        }
        if (!isThere) {
            System.err.println("SKIPPED: " + why);
        }
        assumeTrue(isThere, why);
    }
}
