package bloomward.server.feed;

import bloomward.server.feed.syntax.FeedFormat;
import bloomward.server.feed.syntax.LineParser;
import bloomward.server.feed.syntax.LineSyntax;
import bloomward.server.feed.syntax.ParsedLine;
import bloomward.server.feed.syntax.RejectReason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The rules behind [FormatGuess#of]. Their patterns never backtrack, since anyone can have made the text.
final class Recognition {

    private static final int MAX_CANDIDATES = 3;
    private static final Pattern HTML = Pattern
            .compile("(?mi)^[ \\t]*+<(?:!--|(?:!doctype|html|head|body|\\?xml|rss)\\b)");
    private static final Pattern DENY_ALLOW = Pattern.compile("\"(?:deny|allow)\"\\s*+:");
    private static final Pattern ETH_PHISHING = Pattern
            .compile("\"(?:blacklist|blocklist|whitelist|allowlist|fuzzylist)\"\\s*+:");
    private static final Pattern PHISHTANK = Pattern.compile("\"phish_id\"\\s*+:");

    private Recognition() {}

    static FormatGuess guess(byte[] head, boolean whole) {
        String text = new String(head, StandardCharsets.ISO_8859_1);
        Optional<String> other = otherThanAList(text);
        if (other.isPresent()) {
            return new FormatGuess.NotAList(other.get());
        }
        String content = LineSyntax.stripped(text.replace('\n', ' ').replace('\r', ' '));
        return isJson(content) ? guessJson(content) : guessLines(text, whole);
    }

    private static Optional<String> otherThanAList(String text) {
        if (text.startsWith("PK\3\4")) {
            return Optional.of("a zip archive; only gzip is read");
        }
        if (text.startsWith("BZh") && text.startsWith("1AY&SY", 4)) {
            return Optional.of("compressed with bzip2; only gzip is read");
        }
        if (text.startsWith("\u00fd7zXZ")) {
            return Optional.of("compressed with xz; only gzip is read");
        }
        if (text.startsWith("\u001f\u008b")) {
            return Optional.of("compressed twice");
        }
        long controls = text.chars().filter(c -> c < 0x80 && Lines.isControl((byte) c)).count();
        if (text.indexOf('\0') >= 0 || controls * 20 > text.length()) {
            return Optional.of("binary");
        }
        if (isMarkup(text) || LineSyntax.stripped(text.replace('\n', ' ')).startsWith("<")) {
            return Optional.of("HTML or XML");
        }
        return Optional.empty();
    }

    static boolean isMarkup(CharSequence text) {
        return HTML.matcher(text).find();
    }

    /// A bracket may also start an IPv6 address or the title of an Adblock list.
    private static boolean isJson(String content) {
        if (!content.startsWith("[")) {
            return content.startsWith("{");
        }
        String inside = LineSyntax.stripped(content.substring(1));
        return inside.isEmpty() || "{[\"]".indexOf(inside.charAt(0)) >= 0;
    }

    static FormatGuess guessJson(CharSequence content) {
        boolean isArray = content.charAt(0) == '[';
        if (isArray && PHISHTANK.matcher(content).find()) {
            return new FormatGuess.Sure(FeedFormat.PHISHTANK_JSON);
        }
        boolean denyAllow = DENY_ALLOW.matcher(content).find();
        boolean ethPhishing = ETH_PHISHING.matcher(content).find();
        if (denyAllow != ethPhishing && !isArray) {
            return new FormatGuess.Sure(denyAllow ? FeedFormat.DENY_ALLOW_JSON : FeedFormat.ETH_PHISHING_JSON);
        }
        return new FormatGuess.Unsure(
                List.of(FeedFormat.DENY_ALLOW_JSON, FeedFormat.ETH_PHISHING_JSON, FeedFormat.PHISHTANK_JSON));
    }

    private record Score(FeedFormat format, int understood, int lines) {

        double share() {
            return lines == 0 ? 0 : (double) understood / lines;
        }
    }

    private static FormatGuess guessLines(String text, boolean whole) {
        int end = whole ? text.length() : text.lastIndexOf('\n') + 1;
        List<String> lines = text.substring(0, end).lines().toList();
        List<Score> scores = new ArrayList<>();
        for (FeedFormat format : FeedFormat.values()) {
            switch (format.newSyntax()) {
                case FeedFormat.Syntax.OfJson _ -> {
                }
                case FeedFormat.Syntax.OfLines(LineParser parser) -> scores.add(score(format, parser, lines));
            }
        }
        scores.removeIf(score -> score.understood == 0);
        scores.sort(Comparator.comparingDouble(Score::share).reversed()); // stable: equals keep their order
        if (!scores.isEmpty() && scores.getFirst().share() > 0.5) {
            return new FormatGuess.Sure(scores.getFirst().format);
        }
        return new FormatGuess.Unsure(scores.stream().limit(MAX_CANDIDATES).map(Score::format).toList());
    }

    private static Score score(FeedFormat format, LineParser parser, List<String> lines) {
        int[] understood = new int[1];
        int[] all = new int[1];
        for (String line : lines) {
            parser.parse(line, parsed -> {
                switch (parsed) {
                    case ParsedLine.Ignored _ -> {
                    }
                    case ParsedLine.Accepted _ -> {
                        understood[0]++;
                        all[0]++;
                    }
                    case ParsedLine.Rejected(RejectReason reason) -> {
                        understood[0] += reason.isUnderstood() ? 1 : 0;
                        all[0]++;
                    }
                }
            });
        }
        return new Score(format, understood[0], all[0]);
    }
}
