package bloomward.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import bloomward.format.testing.Packages;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/// What each package of the agent may know: of the agent nothing but what stands here, from the beginning of the flow to
/// its end.
@AnalyzeClasses(packages = "bloomward.agent", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final Packages PACKAGES = new Packages("bloomward.agent");

    @ArchTest
    static final ArchRule CONFIG = PACKAGES.of("config").knowsNobody();

    @ArchTest
    static final ArchRule FETCH = PACKAGES.of("fetch").knowsNobody();

    @ArchTest
    static final ArchRule STORE = PACKAGES.of("store").knowsNobody();

    @ArchTest
    static final ArchRule UPDATE = PACKAGES.of("update").knows("fetch", "store");

    @ArchTest
    static final ArchRule CONFIRM = PACKAGES.of("confirm").knows("fetch");

    @ArchTest
    static final ArchRule CHECK = PACKAGES.of("check").knows("store", "confirm");

    @ArchTest
    static final ArchRule SOCKET = PACKAGES.of("socket").knows("check");

    @ArchTest
    static final ArchRule SERVICE = PACKAGES.of("service").knows("config", "fetch", "store", "update", "confirm",
            "check",
            "socket");

    @ArchTest
    static final ArchRule INSTALL = PACKAGES.of("install").knowsNobody();

    @ArchTest
    static final ArchRule DOCTOR = PACKAGES.of("doctor").knows("config", "store", "fetch", "check");

    @ArchTest
    static final ArchRule QUICKSTART = PACKAGES.of("quickstart").knowsNobody();

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = PACKAGES.areFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_MAIN_AND_CLI_KNOW_THE_CLI = noClasses().that()
            .resideOutsideOfPackage("bloomward.agent.cli..").and().doNotHaveFullyQualifiedName("bloomward.agent.Main")
            .should().dependOnClassesThat().resideInAnyPackage("picocli..", "bloomward.agent.cli..");

    @ArchTest
    static final ArchRule KNOWS_NO_SERVER = noClasses().should().dependOnClassesThat()
            .resideInAPackage("bloomward.server..");

    @ArchTest
    static final ArchRule LEAVES_CRYPTOGRAPHY_AND_HASHING_TO_THE_FORMAT = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("org.bouncycastle..", "com.dynatrace.hash4j..", "com.ibm.icu..");
}
