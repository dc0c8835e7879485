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

/// What each package of the server may know.
@AnalyzeClasses(packages = "bloomward.server", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = slices().matching("bloomward.server.(*)..").should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_CLI_KNOWS_PICOCLI = noClasses().that().resideOutsideOfPackage("bloomward.server.cli..")
            .and().doNotHaveFullyQualifiedName("bloomward.server.Main")
            .and().doNotHaveFullyQualifiedName("bloomward.server.AdminMain").should().dependOnClassesThat()
            .resideInAnyPackage("picocli..", "bloomward.server.cli..");

    @ArchTest
    static final ArchRule ONLY_HTTP_KNOWS_THE_WEB = noClasses().that()
            .resideOutsideOfPackage("bloomward.server.http..").should().dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule FEED_STANDS_AT_THE_BEGINNING = noClasses().that().resideInAPackage("bloomward.server.feed..")
            .should().dependOnClassesThat().resideInAnyPackage("bloomward.server", "bloomward.server.cli..",
                    "bloomward.server.fetch..", "bloomward.server.guard..", "bloomward.server.compile..",
                    "bloomward.server.publish..",
                    "bloomward.server.store..", "bloomward.server.http..", "bloomward.server.admin..");

    @ArchTest
    static final ArchRule GUARD_JUDGES_AND_KNOWS_NOBODY = noClasses().that()
            .resideInAPackage("bloomward.server.guard..").should().dependOnClassesThat(
                    resideInAPackage("bloomward.server..").and(not(resideInAPackage("bloomward.server.guard.."))));

    @ArchTest
    static final ArchRule FETCH_KNOWS_THE_FEED_ONLY = noClasses().that().resideInAPackage("bloomward.server.fetch..")
            .should().dependOnClassesThat(resideInAPackage("bloomward.server..").and(
                    not(resideInAnyPackage("bloomward.server.fetch..", "bloomward.server.feed..",
                            "bloomward.server.guard.."))));

    @ArchTest
    static final ArchRule KNOWS_NO_AGENT = noClasses().should().dependOnClassesThat()
            .resideInAPackage("bloomward.agent..");

    @ArchTest
    static final ArchRule LEAVES_CRYPTOGRAPHY_AND_HASHING_TO_THE_FORMAT = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.bouncycastle..", "com.dynatrace.hash4j..", "com.ibm.icu..");
}
