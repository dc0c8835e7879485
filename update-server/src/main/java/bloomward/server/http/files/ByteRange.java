package bloomward.server.http.files;

import java.util.Optional;

/// The range of a `Range` header (RFC 9110, section 14). Only a single range is served; several are answered with the
/// whole, as the standard allows, because a resumed download needs one range only.
sealed interface ByteRange {

    /// No range, or one that is not served: the whole.
    record Whole() implements ByteRange {}

    /// A number of bytes, at least one, from an offset.
    record Part(long offset, long length) implements ByteRange {}

    /// A range that starts beyond the end: `416`.
    record Unsatisfiable() implements ByteRange {}

    ByteRange WHOLE = new Whole();

    static ByteRange of(String header, long length) {
        int equals = header.indexOf('=');
        if (equals < 0 || !header.substring(0, equals).strip().equalsIgnoreCase("bytes")) {
            return WHOLE;
        }
        String range = header.substring(equals + 1).strip();
        int dash = range.indexOf('-');
        if (dash < 0 || range.indexOf(',') >= 0) {
            return WHOLE;
        }
        Optional<Long> first = number(range.substring(0, dash));
        Optional<Long> last = number(range.substring(dash + 1));
        if (dash == 0) {
            return last.map(count -> suffix(count, length)).orElse(WHOLE);
        }
        if (first.isEmpty() || (last.isEmpty() && dash + 1 < range.length())) {
            return WHOLE;
        }
        long from = first.get();
        long to = Math.min(last.orElse(Long.MAX_VALUE), length - 1);
        if (last.isPresent() && last.get() < from) {
            return WHOLE;
        }
        return from >= length ? new Unsatisfiable() : new Part(from, to - from + 1);
    }

    private static ByteRange suffix(long count, long length) {
        long served = Math.min(count, length);
        return served == 0 ? new Unsatisfiable() : new Part(length - served, served);
    }

    /// Digits only; a number that does not fit counts as unlimited.
    private static Optional<Long> number(String digits) {
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return Optional.of(significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant));
    }
}
