package bloomward.agent.check;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Expressions as lists have them: hosts, addresses, directories, pages and exact forms, within the reach of a URL's
/// expressions. The same seed makes the same ones. Public for tests of other rooms.
public final class RandomEntries {

    private static final String[] ENDINGS = {"example", "test", "co.example", "xn--p1ai"};

    private final RandomGenerator random;

    public RandomEntries(long seed) {
        this.random = new Random(seed);
    }

    public Set<String> next(int count) {
        Set<String> entries = new LinkedHashSet<>();
        while (entries.size() < count) {
            entries.add(next());
        }
        return entries;
    }

    private String next() {
        String host = host();
        return switch (random.nextInt(5)) {
            case 0, 1 -> host + "/";
            case 2 -> host + "/" + word() + "/" + (random.nextBoolean() ? word() + "/" : "");
            case 3 -> host + "/" + word() + "/" + word() + ".html" + (random.nextBoolean() ? "?" + query() : "");
            default -> " " + host + "/" + word() + (random.nextBoolean() ? "?" + query() : "/");
        };
    }

    private String host() {
        return switch (random.nextInt(12)) {
            case 0 -> random.nextInt(1, 224) + "." + random.nextInt(256) + "." + random.nextInt(256) + "."
                    + random.nextInt(256);
            case 1 -> "[2001:db8::" + Integer.toHexString(1 + random.nextInt(0xfffe)) + "]";
            case 2 -> "xn--mnchen-3ya." + word() + ".example";
            case 3 -> word();
            default ->
                (random.nextBoolean() ? word() + "." : "") + word() + "." + ENDINGS[random.nextInt(ENDINGS.length)];
        };
    }

    private String query() {
        return word() + "=" + word() + (random.nextInt(3) == 0 ? "?/\\&%20" : "");
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        word.append((char) ('a' + random.nextInt(26)));
        for (int i = 1 + random.nextInt(7); i > 0; i--) {
            int letter = random.nextInt(36);
            word.append((char) (letter < 26 ? 'a' + letter : '0' + letter - 26));
        }
        return word.toString();
    }
}
