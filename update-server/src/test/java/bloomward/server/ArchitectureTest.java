package bloomward.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import bloomward.format.testing.Packages;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// What each package of the server may know: of the server nothing but what stands here, from the beginning of the flow to
/// its end.
@AnalyzeClasses(packages = "bloomward.server", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final Packages PACKAGES = new Packages("bloomward.server");

    @ArchTest
    static final ArchRule FEED = PACKAGES.of("feed").knowsNobody();

    @ArchTest
    static final ArchRule GUARD = PACKAGES.of("guard").knowsNobody();

    @ArchTest
    static final ArchRule COMPILE = PACKAGES.of("compile").knowsNobody();

    @ArchTest
    static final ArchRule STORE = PACKAGES.of("store").knowsNobody();

    @ArchTest
    static final ArchRule FETCH = PACKAGES.of("fetch").knows("feed", "guard");

    @ArchTest
    static final ArchRule DRAFT = PACKAGES.of("draft").knows("feed", "guard", "store");

    @ArchTest
    static final ArchRule PUBLISH = PACKAGES.of("publish").knows("draft", "guard", "compile", "store");

    @ArchTest
    static final ArchRule ADMIN = PACKAGES.of("admin").knows("feed", "fetch", "guard", "draft", "publish", "store");

    @ArchTest
    static final ArchRule HTTP = PACKAGES.of("http").knows("admin", "config");

    @ArchTest
    static final ArchRule CONFIG = PACKAGES.of("config").knowsNobody();

    @ArchTest
    static final ArchRule SERVE = PACKAGES.of("serve").knows("feed", "fetch", "guard", "draft", "compile", "publish",
            "store",
            "admin", "http", "config");

    @ArchTest
    static final ArchRule CLI = PACKAGES.of("cli").knows("admin", "config");

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = PACKAGES.areFreeOfCycles();

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
}
