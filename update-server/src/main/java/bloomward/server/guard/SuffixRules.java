package bloomward.server.guard;

import bloomward.server.guard.PublicSuffixes.Section;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// The rules of a Public Suffix List by kind, names in canonical form.
///
/// A rule ends at the first blank; `//` starts a comment; comments with fixed wording mark the start and end of the
/// sections. A rule outside the sections, a star that is not the first label, and a list without both sections are
/// errors: half a list, or an error page, must not become a guard that silently passes everything.
record SuffixRules(Map<String, Section> plain, Map<String, Section> wildcards, Map<String, Section> exceptions) {

    private static final String ICANN = "ICANN DOMAINS===";
    private static final String PRIVATE = "PRIVATE DOMAINS===";

    static SuffixRules read(InputStream in) throws IOException, GuardDataException {
        var rules = new SuffixRules(new HashMap<>(), new HashMap<>(), new HashMap<>());
        var canonical = new Hosts();
        Section section = Section.NONE;
        boolean sawIcann = false;
        boolean sawPrivate = false;
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        String line = lines.readLine();
        for (long number = 1; line != null; number++) {
            String text = line.strip();
            if (text.startsWith("//")) {
                section = sectionAfter(text, section);
                sawIcann |= section == Section.ICANN;
                sawPrivate |= section == Section.PRIVATE;
            } else if (!text.isEmpty()) {
                rules.add(number, text.split("\\s", 2)[0], section, canonical);
            }
            line = lines.readLine();
        }
        if (!sawIcann || !sawPrivate || section != Section.NONE || rules.plain.isEmpty()) {
            throw new GuardDataException("not a Public Suffix List: expected two complete sections, ICANN and PRIVATE");
        }
        return rules;
    }

    private static Section sectionAfter(String comment, Section before) {
        if (comment.contains("===END ")) {
            return Section.NONE;
        }
        if (!comment.contains("===BEGIN ")) {
            return before;
        }
        return comment.endsWith(ICANN) ? Section.ICANN : comment.endsWith(PRIVATE) ? Section.PRIVATE : before;
    }

    private void add(long number, String rule, Section section, Hosts canonical) throws GuardDataException {
        if (section == Section.NONE) {
            throw new GuardDataException(number, "a rule outside the two sections");
        }
        if (rule.startsWith("!")) {
            exceptions.putIfAbsent(name(number, rule.substring(1), canonical), section);
        } else if (rule.startsWith("*.")) {
            wildcards.putIfAbsent(name(number, rule.substring(2), canonical), section);
        } else {
            plain.putIfAbsent(name(number, rule, canonical), section);
        }
    }

    private static String name(long number, String text, Hosts canonical) throws GuardDataException {
        String name = canonical.canonical(text).orElse("");
        if (name.isEmpty() || text.indexOf('*') >= 0 || Hosts.isAddress(name)) {
            throw new GuardDataException(number,
                    "a rule that is not a name, or has a star" + " that is not its first label");
        }
        return name;
    }
}
