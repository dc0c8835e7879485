package bloomward.program.toml;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The lines of names in the text of a TOML file, because the parser does not record positions.
final class TomlLines {

    private static final String PART = "\\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\\s*";
    private static final String KEY = PART + "(?:\\." + PART + ")*";
    private static final Pattern HEADER = Pattern.compile("\\s*\\[{1,2}(" + KEY + ")].*");
    private static final Pattern ASSIGNMENT = Pattern.compile("(" + KEY + ")=.*");
    private static final Pattern PARTS = Pattern.compile("[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*'");
    private static final Pattern LONG_TEXT = Pattern.compile("\"\"\"|'''");

    /// For each line, the full name that it sets or opens; empty if it does neither.
    private final List<List<String>> names = new ArrayList<>();

    TomlLines(String text) {
        List<String> table = List.of();
        boolean isInText = false;
        for (String line : text.lines().toList()) {
            List<String> name = List.of();
            Matcher header = HEADER.matcher(line);
            Matcher assignment = ASSIGNMENT.matcher(line);
            if (isInText) {
                isInText = LONG_TEXT.matcher(line).results().count() % 2 == 0;
            } else if (header.matches()) {
                table = parts(header.group(1));
                name = table;
            } else {
                if (assignment.matches()) {
                    name = new ArrayList<>(table);
                    name.addAll(parts(assignment.group(1)));
                }
                isInText = LONG_TEXT.matcher(line).results().count() % 2 == 1;
            }
            names.add(name);
        }
    }

    private static List<String> parts(String key) {
        return PARTS.matcher(key).results().map(part -> part.group().replaceAll("^[\"']|[\"']$", "")).toList();
    }

    /// The number, from 1, of the first line that sets a name or a name below it.
    OptionalInt of(List<String> name) {
        for (int i = 0; i < names.size(); i++) {
            List<String> there = names.get(i);
            if (there.size() >= name.size() && there.subList(0, name.size()).equals(name)) {
                return OptionalInt.of(i + 1);
            }
        }
        return OptionalInt.empty();
    }
}
