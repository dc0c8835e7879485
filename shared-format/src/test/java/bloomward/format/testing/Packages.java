package bloomward.format.testing;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/// The packages of a module, of which each may know only some others: `new Packages("bloomward.agent").of("update").knows("fetch")`.
///
/// @param root under which all of them lie
public record Packages(String root) {

    /// @param name without the root
    public Knowing of(String name) {
        return new Knowing(this, name);
    }

    public ArchRule areFreeOfCycles() {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles();
    }

    private String pattern(String name) {
        return root + "." + name + "..";
    }

    /// One of them, before it is said whom it may know.
    public record Knowing(Packages all, String name) {

        public ArchRule knowsNobody() {
            return knows();
        }

        /// Of its module; what other modules it knows is for other rules.
        public ArchRule knows(String... others) {
            String[] known = Stream.concat(Stream.of(name), Stream.of(others)).map(all::pattern).toArray(String[]::new);
            return noClasses().that().resideInAPackage(all.pattern(name)).should().dependOnClassesThat(
                    resideInAPackage(all.root + "..").and(not(resideInAnyPackage(known))));
        }
    }
}
