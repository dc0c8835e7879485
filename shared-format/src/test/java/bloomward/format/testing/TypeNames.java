package bloomward.format.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The names of a module's top-level types: a name that stands in two packages sends a reader to the wrong one.
public final class TypeNames {

    private TypeNames() {}

    /// One line for each simple name that two or more top-level types have; none if all differ.
    public static List<String> usedTwice(JavaClasses classes) {
        Map<String, List<String>> byName = classes.stream()
                .filter(TypeNames::isNamed)
                .collect(Collectors.groupingBy(JavaClass::getSimpleName, TreeMap::new,
                        Collectors.mapping(JavaClass::getFullName, Collectors.toList())));
        return byName.values()
                .stream()
                .filter(types -> types.size() > 1)
                .map(types -> String.join(" and ", types))
                .toList();
    }

    private static boolean isNamed(JavaClass type) {
        return type.isTopLevelClass() && !type.getSimpleName().endsWith("-info");
    }
}
