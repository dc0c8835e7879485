package bloomward.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.format.wire.ReportNumber;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// The text of the file of a report: a line for each value, and a digest of all before it. Not trusted beyond that: only
/// the user of the agent can write it, and can send any report anyway.
final class ReportText {

    static final int MAX_SIZE_IN_BYTES = 16 << 10;

    private static final String FIRST_LINE = "bloomward report 1";
    private static final String[] NAMES = {"number ", "kind ", "at ", "user ", "origin ", "state ", "content "};
    private static final String LAST_LINE = "sha256 ";
    private static final int LINES = NAMES.length + 2;

    private ReportText() {}

    static byte[] of(FiledReport report) {
        String text = String.join("\n", FIRST_LINE, NAMES[0] + report.number(), NAMES[1] + word(report.kind()),
                NAMES[2] + report.at(), NAMES[3] + report.user(), NAMES[4] + report.origin(),
                NAMES[5] + word(report.state()), NAMES[6] + report.content().orElse("")) + "\n";
        return (text + LAST_LINE + digest(text) + "\n").getBytes(UTF_8);
    }

    /// @return empty if these are not the bytes of a report
    static Optional<FiledReport> parse(byte[] bytes) {
        String text = new String(bytes, UTF_8);
        int last = text.lastIndexOf(LAST_LINE);
        if (last < 0 || !text.substring(last).equals(LAST_LINE + digest(text.substring(0, last)) + "\n")) {
            return Optional.empty();
        }
        String[] lines = text.split("\n", -1);
        if (lines.length != LINES + 1 || !lines[0].equals(FIRST_LINE)) {
            return Optional.empty();
        }
        String[] values = new String[NAMES.length];
        for (int i = 0; i < values.length; i++) {
            if (!lines[i + 1].startsWith(NAMES[i])) {
                return Optional.empty();
            }
            values[i] = lines[i + 1].substring(NAMES[i].length());
        }
        try {
            return ReportNumber.parse(values[0])
                    .map(number -> new FiledReport(number, constant(ReportKind.class, values[1]),
                            Instant.parse(values[2]), values[3], values[4], constant(ReportState.class, values[5]),
                            Optional.of(values[6]).filter(content -> !content.isEmpty())));
        } catch (IllegalArgumentException | DateTimeException _) {
            return Optional.empty();
        }
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /// @throws IllegalArgumentException if there is none
    static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }

    private static String digest(String text) {
        return Digest.of(text.getBytes(UTF_8)).toHex();
    }
}
