package bloomward.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;

/// What each package of the server may know: of the server nothing but what stands here, from the beginning of the flow to
/// its end.
@AnalyzeClasses(packages = "bloomward.server", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule FEED = of("feed").knowsNobody();

    @ArchTest
    static final ArchRule GUARD = of("guard").knowsNobody();

    @ArchTest
    static final ArchRule COMPILE = of("compile").knowsNobody();

    @ArchTest
    static final ArchRule STORE = of("store").knowsNobody();

    @ArchTest
    static final ArchRule FETCH = of("fetch").knows("feed", "guard");

    @ArchTest
    static final ArchRule DRAFT = of("draft").knows("feed", "guard", "store");

    @ArchTest
    static final ArchRule PUBLISH = of("publish").knows("draft", "guard", "compile", "store");

    @ArchTest
    static final ArchRule ADMIN = of("admin").knows("feed", "fetch", "guard", "draft", "publish", "store");

    @ArchTest
    static final ArchRule HTTP = of("http").knows("admin", "config");

    @ArchTest
    static final ArchRule CONFIG = of("config").knowsNobody();

    @ArchTest
    static final ArchRule SERVE = of("serve").knows("feed", "fetch", "guard", "draft", "compile", "publish", "store",
            "admin", "http", "config");

    @ArchTest
    static final ArchRule CLI = of("cli").knows("admin", "config", "feed");

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = slices().matching("bloomward.server.(*)..").should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_CLI_KNOWS_PICOCLI = noClasses().that().resideOutsideOfPackage("bloomward.server.cli..")
            .should().dependOnClassesThat().resideInAPackage("picocli..");

    @ArchTest
    static final ArchRule ONLY_HTTP_KNOWS_THE_WEB = noClasses().that()
            .resideOutsideOfPackage("bloomward.server.http..").should().dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule ONLY_STORE_KNOWS_SQL = noClasses().that().resideOutsideOfPackage("bloomward.server.store..")
            .should().dependOnClassesThat().resideInAnyPackage("java.sql..", "org.sqlite..", "org.flywaydb..");

    @ArchTest
    static final ArchRule KNOWS_NO_AGENT = noClasses().should().dependOnClassesThat()
            .resideInAPackage("bloomward.agent..");

    @ArchTest
    static final ArchRule LEAVES_CRYPTOGRAPHY_AND_HASHING_TO_THE_FORMAT = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.bouncycastle..", "com.dynatrace.hash4j..", "com.ibm.icu..");

    private record Room(String name) {

        ArchRule knowsNobody() {
            return knows();
        }

        ArchRule knows(String... others) {
            String[] known = new String[others.length + 1];
            Arrays.setAll(known, i -> inServer(i < others.length ? others[i] : name));
            return noClasses().that().resideInAPackage(inServer(name)).should().dependOnClassesThat(
                    resideInAPackage("bloomward.server..").and(not(resideInAnyPackage(known))));
        }

        private static String inServer(String room) {
            return "bloomward.server." + room + "..";
        }
    }

    private static Room of(String name) {
        return new Room(name);
    }
}
