package bloomward.format.testing;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The notes of a module's packages, taken at their word: a note ends in one line of each kind,
///
/// ```
/// May import: `feed`, `store.sqlite`, `format.url`, `com.fasterxml.jackson`.
/// Called by: `api`, `serve`.
/// ```
///
/// and both lists must agree with the classes. A name is a package of the module without its root, one of another
/// module of ours without `bloomward.`, or a library with all its packages. The JDK and annotations for null need no
/// mention.
public final class PackageNotes {

    private static final String OURS = "bloomward.";
    private static final Set<String> NEED_NO_MENTION = Set.of("java", "javax", "jdk", "org.jspecify");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private final String root;
    private final Path sources;
    private final SortedSet<String> packages = new TreeSet<>();
    private final Map<String, SortedSet<String>> imports = new TreeMap<>();
    private final Map<String, SortedSet<String>> callers = new TreeMap<>();

    /// @param classes the main classes of one module
    /// @param root the package under which all of them lie
    /// @param sources the folder of its main sources
    public PackageNotes(JavaClasses classes, String root, Path sources) {
        this.root = root;
        this.sources = sources;
        for (JavaClass type : classes) {
            packages.add(type.getPackageName());
        }
        for (JavaClass type : classes) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                add(type.getPackageName(), dependency.getTargetClass().getBaseComponentType());
            }
        }
    }

    private void add(String from, JavaClass target) {
        String to = target.getPackageName();
        if (target.isPrimitive() || to.equals(from) || NEED_NO_MENTION.stream().anyMatch(name -> isWithin(to, name))) {
            return;
        }
        imports.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
        if (packages.contains(to)) {
            callers.computeIfAbsent(to, _ -> new TreeSet<>()).add(from);
        }
    }

    /// One line for each note that is missing, says too much or too little; none if all are true.
    public List<String> untruths() {
        List<String> found = new ArrayList<>();
        for (String name : packages) {
            Path file = sources.resolve(name.replace('.', '/')).resolve("package-info.java");
            String note = Files.exists(file) ? note(file) : "";
            found.addAll(compare(name, "May import", names(note, "May import"),
                    imports.getOrDefault(name, new TreeSet<>())));
            found.addAll(
                    compare(name, "Called by", names(note, "Called by"), callers.getOrDefault(name, new TreeSet<>())));
        }
        return found;
    }

    private List<String> compare(String of, String line, List<String> said, Set<String> done) {
        List<String> found = new ArrayList<>();
        Set<String> unsaid = new TreeSet<>();
        for (String name : done) {
            if (said.stream().noneMatch(word -> means(word, name))) {
                unsaid.add(word(name));
            }
        }
        if (!unsaid.isEmpty()) {
            found.add("the note of " + of + " does not say under '" + line + ":' " + quoted(unsaid));
        }
        Set<String> untrue = said.stream()
                .filter(word -> done.stream().noneMatch(name -> means(word, name)))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!untrue.isEmpty()) {
            found.add("the note of " + of + " says under '" + line + ":' what no class does: " + quoted(untrue));
        }
        return found;
    }

    private boolean means(String word, String name) {
        return name.startsWith(OURS) ? word(name).equals(word) : isWithin(name, word);
    }

    /// The name of a package as a note has it.
    private String word(String name) {
        if (name.equals(root)) {
            return name.substring(root.lastIndexOf('.') + 1);
        }
        return name.startsWith(root + ".")
                ? name.substring(root.length() + 1)
                : name.startsWith(OURS) ? name.substring(OURS.length()) : name;
    }

    private static boolean isWithin(String name, String outer) {
        return name.equals(outer) || name.startsWith(outer + ".");
    }

    private static List<String> names(String note, String line) {
        int start = note.indexOf(line + ":");
        if (start < 0) {
            return List.of();
        }
        int end = note.indexOf("\n\n", start);
        String rest = note.substring(start + line.length(), end < 0 ? note.length() : end);
        int next = rest.indexOf("Called by:");
        Matcher names = NAME.matcher(next < 0 ? rest : rest.substring(0, next));
        return names.results().map(name -> name.group(1)).toList();
    }

    /// The comment of a file without its margin.
    private static String note(Path file) {
        try {
            return Files.readAllLines(file)
                    .stream()
                    .filter(line -> line.startsWith("///"))
                    .map(line -> line.substring(3).strip())
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String quoted(Set<String> names) {
        return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
