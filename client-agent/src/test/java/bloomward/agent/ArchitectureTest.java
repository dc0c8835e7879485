package bloomward.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.testing.PackageNotes;
import bloomward.format.testing.TypeNames;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;

/// The notes of the packages as rules, and the rules for the module as a whole.
@AnalyzeClasses(packages = "bloomward.agent", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static void theNotesOfPackagesAreTrue(JavaClasses classes) {
        assertThat(new PackageNotes(classes, "bloomward.agent", Path.of("src/main/java")).untruths()).isEmpty();
    }

    @ArchTest
    static void noNameIsUsedTwice(JavaClasses classes) {
        assertThat(TypeNames.usedTwice(classes)).isEmpty();
    }

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = slices().matching("bloomward.agent.(**)")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_MAIN_AND_CLI_KNOW_THE_CLI = noClasses().that()
            .resideOutsideOfPackage("bloomward.agent.cli..")
            .and()
            .doNotHaveFullyQualifiedName("bloomward.agent.Main")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("picocli..", "bloomward.agent.cli..");

    @ArchTest
    static final ArchRule KNOWS_NO_SERVER = noClasses().should()
            .dependOnClassesThat()
            .resideInAPackage("bloomward.server..");

    @ArchTest
    static final ArchRule LEAVES_CRYPTOGRAPHY_AND_HASHING_TO_THE_FORMAT = noClasses().should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bouncycastle..", "com.dynatrace.hash4j..", "com.ibm.icu..");
}
