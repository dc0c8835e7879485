package bloomward.program;

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

/// The notes of the packages as rules, and the rules for the kit as a whole.
@AnalyzeClasses(packages = "bloomward.program", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static void theNotesOfPackagesAreTrue(JavaClasses classes) {
        assertThat(new PackageNotes(classes, "bloomward.program", Path.of("src/main/java")).untruths()).isEmpty();
    }

    @ArchTest
    static void noNameIsUsedTwice(JavaClasses classes) {
        assertThat(TypeNames.usedTwice(classes)).isEmpty();
    }

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = slices().matching("bloomward.program.(**)")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule KNOWS_NO_PROGRAM = noClasses().should()
            .dependOnClassesThat()
            .resideInAnyPackage("bloomward.server..", "bloomward.agent..");

    @ArchTest
    static final ArchRule JUDGES_NO_URL = noClasses().should()
            .dependOnClassesThat()
            .resideInAnyPackage("bloomward.format.url..", "bloomward.format.filter..", "bloomward.format.key..");
}
