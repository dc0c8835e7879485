package bloomward.agent;

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

/// What each package of the agent may know: of the agent nothing but what stands here, from the beginning of the flow to
/// its end.
@AnalyzeClasses(packages = "bloomward.agent", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule CONFIG = of("config").knowsNobody();

    @ArchTest
    static final ArchRule FETCH = of("fetch").knowsNobody();

    @ArchTest
    static final ArchRule STORE = of("store").knowsNobody();

    @ArchTest
    static final ArchRule UPDATE = of("update").knows("fetch", "store");

    @ArchTest
    static final ArchRule CONFIRM = of("confirm").knows("fetch");

    @ArchTest
    static final ArchRule CHECK = of("check").knows("store", "confirm");

    @ArchTest
    static final ArchRule SOCKET = of("socket").knows("check");

    @ArchTest
    static final ArchRule SERVICE = of("service").knows("config", "fetch", "store", "update", "confirm", "check",
            "socket");

    @ArchTest
    static final ArchRule INSTALL = of("install").knows("config");

    @ArchTest
    static final ArchRule DOCTOR = of("doctor").knows("config", "store", "fetch", "check");

    @ArchTest
    static final ArchRule QUICKSTART = of("quickstart").knowsNobody();

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = slices().matching("bloomward.agent.(*)..").should()
            .beFreeOfCycles();

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

    private record Room(String name) {

        ArchRule knowsNobody() {
            return knows();
        }

        ArchRule knows(String... others) {
            String[] known = new String[others.length + 1];
            Arrays.setAll(known, i -> inAgent(i < others.length ? others[i] : name));
            return noClasses().that().resideInAPackage(inAgent(name)).should().dependOnClassesThat(
                    resideInAPackage("bloomward.agent..").and(not(resideInAnyPackage(known)))).allowEmptyShould(true);
        }

        private static String inAgent(String room) {
            return "bloomward.agent." + room + "..";
        }
    }

    private static Room of(String name) {
        return new Room(name);
    }
}
