package bloomward.format.wire;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The number of a report: 128 random bits, drawn by its sender. Its holder can read the state of the report, so it is drawn
/// from a secure source and sent to the publisher's server only (FORMAT.md 18.2).
public record ReportNumber(long high, long low) {

    /// The length of the text.
    public static final int HEX_DIGITS = 32;

    private static final HexFormat HEX = HexFormat.of();

    /// @param random cannot be guessed, as [java.security.SecureRandom]
    public static ReportNumber draw(RandomGenerator random) {
        return new ReportNumber(random.nextLong(), random.nextLong());
    }

    /// Reads the only spelling: 32 hex digits in lower case.
    ///
    /// @return empty for any other text
    public static Optional<ReportNumber> parse(String text) {
        if (text.length() != HEX_DIGITS || !text.chars().allMatch(ReportNumber::isDigit)) {
            return Optional.empty();
        }
        int half = HEX_DIGITS / 2;
        return Optional.of(new ReportNumber(HexFormat.fromHexDigitsToLong(text, 0, half),
                HexFormat.fromHexDigitsToLong(text, half, HEX_DIGITS)));
    }

    private static boolean isDigit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    @Override
    public String toString() {
        return HEX.toHexDigits(high) + HEX.toHexDigits(low);
    }
}
