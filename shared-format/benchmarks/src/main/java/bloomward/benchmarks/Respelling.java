package bloomward.benchmarks;

import java.util.List;
import java.util.Random;

/// Spells listed URLs so that a browser, or a server that decodes more than browsers do, comes to the listed place.
final class Respelling {

    private static final List<String> PERCENTS = List.of("\uff05", "\ufe6a", "%EF%BC%85", "%ef%b9%aa",
            "%25EF%25BC%2585");
    private static final List<String> DOTS = List.of("%252e%252e", "%25%32e%252E", "x%2F..%2F..", "..%2f.", "%2e%252e",
            "y%5c..%5C..");

    private final Random random;

    Respelling(long seed) {
        random = new Random(seed);
    }

    /// A way to spell otherwise.
    enum Kind {
        WIDE("full-width percent in the host"), DOTS("encoded dots behind the directory"), BOTH("both");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        /// Whether it is for entries of hosts; the others are for directories.
        boolean isOfHosts() {
            return this == WIDE;
        }
    }

    /// @param entry a host for [Kind#WIDE], otherwise `host/directory/`
    String of(String entry, Kind kind) {
        int slash = (entry + "/").indexOf('/');
        String host = entry.substring(0, slash);
        return "http://" + (kind == Kind.DOTS ? host : wide(host))
                + (kind == Kind.WIDE ? "/" : entry.substring(slash) + dots(entry));
    }

    /// One byte at least, in any position.
    private String wide(String host) {
        StringBuilder spelt = new StringBuilder();
        int always = random.nextInt(host.length());
        for (int i = 0; i < host.length(); i++) {
            boolean isSpelt = i == always || random.nextInt(4) == 0;
            spelt.append(isSpelt
                    ? PERCENTS.get(random.nextInt(5)) + "%02x".formatted((int) host.charAt(i))
                    : String.valueOf(host.charAt(i)));
        }
        return spelt.toString();
    }

    private String dots(String directory) {
        StringBuilder spelt = new StringBuilder();
        directory.chars().filter(c -> c == '/').forEach(_ -> spelt.append(DOTS.get(random.nextInt(6))).append('/'));
        return spelt.append("ok").toString();
    }
}
