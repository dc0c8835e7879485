package bloomward.program.text;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Guesses the name meant by an unknown one.
public final class NearMiss {

    private static final int MAX_DISTANCE = 2;

    private NearMiss() {}

    /// The most similar name, if it is similar enough.
    public static Optional<String> of(String text, Stream<String> names) {
        String plain = text.replace('_', '-');
        return names.filter(name -> distance(plain, name) <= MAX_DISTANCE)
                .min(Comparator.comparingInt(name -> distance(plain, name)));
    }

    /// The words `; did you mean NAME?`, or none.
    public static String hint(String text, Stream<String> names) {
        return of(text, names).map(name -> "; did you mean " + name + "?").orElse("");
    }

    /// The number of letters to change, add or remove to turn one into the other (Levenshtein).
    private static int distance(String one, String other) {
        int[] before = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[other.length()];
    }
}
