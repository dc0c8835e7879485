package bloomward.program.text;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Numbers and times for people, in the same form in every locale.
public final class Figures {

    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

    private Figures() {}

    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /// A number with its sign, also for zero: `+11 -0` shows which of the two is zero.
    public static String signed(long number, char sign) {
        return sign + count(number);
    }

    /// In powers of 1000.
    public static String bytes(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= 999.95 && unit < UNITS.length - 1) {
            amount /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", amount, UNITS[unit]);
    }

    /// UTC, to the second.
    public static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' ');
    }

    /// A time of the API, which may be empty.
    public static String time(String time) {
        return time.isEmpty() ? "-" : time.replace('T', ' ').replaceFirst("\\.\\d+(?=Z$)", "");
    }

    public static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    /// The largest first: `popular 20, suffix 3`; without a number where nothing can be counted.
    public static String counts(Map<String, Long> counts) {
        return counts.entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(count -> count.getKey() + (count.getValue() == 0 ? "" : " " + count(count.getValue())))
                .collect(Collectors.joining(", "));
    }

    public static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /// `1 entry`, `2 entries`.
    public static String amount(long number, String one, String many) {
        return count(number) + " " + (number == 1 ? one : many);
    }
}
