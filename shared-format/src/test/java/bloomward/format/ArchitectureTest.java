package bloomward.format;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.PackageNotes;
import bloomward.format.testing.TypeNames;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Set;

/// The notes of the packages as rules, and the rules for the library as a whole: no clock, no network, no command line.
@AnalyzeClasses(packages = "bloomward.format", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final Set<String> CLOCK_READERS = Set.of("currentTimeMillis", "nanoTime", "now");

    @ArchTest
    static void theNotesOfPackagesAreTrue(JavaClasses classes) {
        assertThat(new PackageNotes(classes, "bloomward.format", Path.of("src/main/java")).untruths()).isEmpty();
    }

    @ArchTest
    static void noNameIsUsedTwice(JavaClasses classes) {
        assertThat(TypeNames.usedTwice(classes)).isEmpty();
    }

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = slices().matching("bloomward.format.(**)")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_ROOT_KNOWS_NO_STEP = noClasses().that()
            .resideInAPackage("bloomward.format")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("bloomward.format.*..");

    @ArchTest
    static final ArchRule KNOWS_NO_HTTP = noClasses().should()
            .dependOnClassesThat(resideInAnyPackage("java.net.http..", "com.sun.net.httpserver..", "javax.servlet..",
                    "jakarta.servlet..", "io.javalin..", "org.eclipse.jetty..")
                    .or(describe("a URL connection", type -> type.isAssignableTo(java.net.URLConnection.class))));

    @ArchTest
    static final ArchRule KNOWS_NO_JSON = noClasses().should()
            .dependOnClassesThat(resideInAnyPackage("com.fasterxml..", "tools.jackson..", "jakarta.json.."));

    @ArchTest
    static final ArchRule HOLDS_NO_CLOCK = noClasses().should()
            .dependOnClassesThat()
            .areAssignableTo(InstantSource.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule READS_NO_CLOCK = noClasses().should()
            .callMethodWhere(describe("the target reads the clock", ArchitectureTest::readsTheClock));

    @ArchTest
    static final ArchRule ONLY_KEY_KNOWS_HASH4J = noClasses().that()
            .resideOutsideOfPackage("bloomward.format.key..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.dynatrace.hash4j..");

    @ArchTest
    static final ArchRule ONLY_URL_KNOWS_ICU = noClasses().that()
            .resideOutsideOfPackage("bloomward.format.url..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.ibm.icu..");

    @ArchTest
    static final ArchRule ONLY_SIGN_KNOWS_BOUNCY_CASTLE = noClasses().that()
            .resideOutsideOfPackage("bloomward.format.sign..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bouncycastle..");

    @ArchTest
    static final ArchRule KNOWS_NO_COMMAND_LINE = noClasses().should()
            .dependOnClassesThat()
            .resideInAnyPackage("picocli..", "bloomward.program..");

    private static boolean readsTheClock(JavaCall<?> call) {
        String owner = call.getTargetOwner().getFullName();
        return CLOCK_READERS.contains(call.getName())
                && (owner.equals("java.lang.System") || owner.startsWith("java.time."));
    }
}
