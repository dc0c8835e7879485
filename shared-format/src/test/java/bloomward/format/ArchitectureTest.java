package bloomward.format;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Set;

/// The packages follow the flow `url, key, filter, file, delta, confirm, sign, release, wire`; imports go one way.
/// Beside the flow stand `rice`, the code that `filter` and `delta` write numbers with, and `pages`, of which only programs know.
@AnalyzeClasses(packages = "bloomward.format", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

    private static final Set<String> CLOCK_READERS = Set.of("currentTimeMillis", "nanoTime", "now");

    @ArchTest
    static final ArchRule IMPORTS_FOLLOW_THE_FLOW = layeredArchitecture().consideringOnlyDependenciesInLayers()
            .layer("url").definedBy("bloomward.format.url..")
            .layer("key").definedBy("bloomward.format.key..")
            .layer("rice").definedBy("bloomward.format.rice..")
            .layer("filter").definedBy("bloomward.format.filter..")
            .layer("file").definedBy("bloomward.format.file..")
            .layer("delta").definedBy("bloomward.format.delta..")
            .layer("lookup").definedBy("bloomward.format.lookup..")
            .layer("confirm").definedBy("bloomward.format.confirm..")
            .layer("sign").definedBy("bloomward.format.sign..")
            .layer("release").definedBy("bloomward.format.release..")
            .layer("wire").definedBy("bloomward.format.wire..")
            .whereLayer("url").mayNotAccessAnyLayer()
            .whereLayer("key").mayOnlyAccessLayers("url")
            .whereLayer("rice").mayNotAccessAnyLayer()
            .whereLayer("filter").mayOnlyAccessLayers("key", "rice")
            .whereLayer("file").mayOnlyAccessLayers("key", "filter")
            .whereLayer("delta").mayOnlyAccessLayers("key", "rice", "filter", "file")
            .whereLayer("lookup").mayOnlyAccessLayers("url", "key", "filter", "file")
            .whereLayer("confirm").mayOnlyAccessLayers("url", "key")
            .whereLayer("sign").mayNotAccessAnyLayer()
            .whereLayer("release").mayOnlyAccessLayers("key", "file", "confirm", "sign")
            .whereLayer("wire").mayOnlyAccessLayers("confirm", "release");

    @ArchTest
    static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES = slices().matching("bloomward.format.(*)..").should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule THE_ROOT_KNOWS_NO_STEP = noClasses().that().resideInAPackage("bloomward.format").should()
            .dependOnClassesThat().resideInAPackage("bloomward.format.*..");

    @ArchTest
    static final ArchRule KNOWS_NO_HTTP = noClasses().should().dependOnClassesThat(resideInAnyPackage("java.net.http..",
            "com.sun.net.httpserver..", "javax.servlet..", "jakarta.servlet..", "io.javalin..", "org.eclipse.jetty..")
            .or(describe("a URL connection", type -> type.isAssignableTo(java.net.URLConnection.class))));

    @ArchTest
    static final ArchRule KNOWS_NO_JSON = noClasses().should()
            .dependOnClassesThat(resideInAnyPackage("com.fasterxml..", "tools.jackson..", "jakarta.json.."));

    @ArchTest
    static final ArchRule HOLDS_NO_CLOCK = noClasses().should().dependOnClassesThat()
            .areAssignableTo(InstantSource.class).orShould().dependOnClassesThat().areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule READS_NO_CLOCK = noClasses().should()
            .callMethodWhere(describe("the target reads the clock", ArchitectureTest::readsTheClock));

    @ArchTest
    static final ArchRule ONLY_KEY_KNOWS_HASH4J = noClasses().that().resideOutsideOfPackage("bloomward.format.key..")
            .should().dependOnClassesThat().resideInAPackage("com.dynatrace.hash4j..");

    @ArchTest
    static final ArchRule ONLY_URL_KNOWS_ICU = noClasses().that().resideOutsideOfPackage("bloomward.format.url..")
            .should().dependOnClassesThat().resideInAPackage("com.ibm.icu..");

    @ArchTest
    static final ArchRule ONLY_SIGN_KNOWS_BOUNCY_CASTLE = noClasses().that()
            .resideOutsideOfPackage("bloomward.format.sign..").should().dependOnClassesThat()
            .resideInAPackage("org.bouncycastle..");

    @ArchTest
    static final ArchRule ONLY_PAGES_KNOWS_PICOCLI = noClasses().that()
            .resideOutsideOfPackage("bloomward.format.pages..").should().dependOnClassesThat()
            .resideInAPackage("picocli..");

    @ArchTest
    static final ArchRule PAGES_KNOWS_NOTHING_ELSE = noClasses().that().resideInAPackage("bloomward.format.pages..")
            .should().dependOnClassesThat(resideInAPackage("bloomward.format..")
                    .and(resideOutsideOfPackage("bloomward.format.pages..")));

    private static boolean readsTheClock(JavaCall<?> call) {
        String owner = call.getTargetOwner().getFullName();
        return CLOCK_READERS.contains(call.getName())
                && (owner.equals("java.lang.System") || owner.startsWith("java.time."));
    }
}
