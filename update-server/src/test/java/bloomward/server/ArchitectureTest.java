package bloomward.server;

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
@AnalyzeClasses(packages = "bloomward.server", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static void theNotesOfPackagesAreTrue(JavaClasses classes) {
        assertThat(new PackageNotes(classes, "bloomward.server", Path.of("src/main/java")).untruths()).isEmpty();
    }

    @ArchTest
    static void noNameIsUsedTwice(JavaClasses classes) {
        assertThat(TypeNames.usedTwice(classes)).isEmpty();
    }

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = slices().matching("bloomward.server.(**)")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_CLI_KNOWS_PICOCLI = noClasses().that()
            .resideOutsideOfPackage("bloomward.server.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..");

    @ArchTest
    static final ArchRule ONLY_HTTP_KNOWS_THE_WEB = noClasses().that()
            .resideOutsideOfPackage("bloomward.server.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule ONLY_STORE_KNOWS_SQL = noClasses().that()
            .resideOutsideOfPackage("bloomward.server.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "org.sqlite..", "org.flywaydb..");

    @ArchTest
    static final ArchRule ONLY_NOTIFY_KNOWS_MAIL = noClasses().that()
            .resideOutsideOfPackage("bloomward.server.notify")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.mail..", "org.eclipse.angus..");

    @ArchTest
    static final ArchRule ONLY_SAFE_BROWSING_KNOWS_PROTOCOL_BUFFERS = noClasses().that()
            .resideOutsideOfPackage("bloomward.server.safebrowsing")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.google.protobuf..");

    @ArchTest
    static final ArchRule KNOWS_NO_AGENT = noClasses().should()
            .dependOnClassesThat()
            .resideInAPackage("bloomward.agent..");

    @ArchTest
    static final ArchRule LEAVES_CRYPTOGRAPHY_AND_HASHING_TO_THE_FORMAT = noClasses().should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bouncycastle..", "com.dynatrace.hash4j..", "com.ibm.icu..");
}
