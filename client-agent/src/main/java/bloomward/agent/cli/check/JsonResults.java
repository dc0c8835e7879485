package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Results as JSON: one object per line, or all objects in one array that is written piece by piece.
public final class JsonResults implements Results {

    private static final byte[] INPUT = ascii("{\"input\":\"");
    private static final byte[] CANONICAL = ascii("\",\"canonical\":\"");
    private static final byte[] NO_CANONICAL = ascii("\",\"canonical\":null,\"verdict\":\"");
    private static final byte[] VERDICT = ascii("\",\"verdict\":\"");
    /// The rest of a clean URL's object, except for two values; all but a few URLs are clean.
    private static final byte[] CLEAN = ascii("clean\",\"list\":null,\"category\":null,\"expression\":null,"
            + "\"scope\":null,\"confirmed\":null,\"reason\":null,\"freshness\":");
    private static final byte[] NO_VERSION = ascii(",\"version\":null,\"elapsedMicros\":");
    private static final byte[] NO_MATCHES = ascii(",\"matches\":[]");

    private static final byte[] NULL = ascii("null");
    private static final byte[] FRESH = ascii("\"fresh\"");
    private static final byte[] STALE = ascii("\"stale\"");
    private static final byte[] EXPIRED = ascii("\"expired\"");
    private static final byte[] END = ascii("}");
    private static final byte[] COMMA = ascii(",");

    private final ByteLines lines;
    private final boolean asArray;
    private final boolean explains;
    private boolean isFirst = true;
    /// The beginning of the last canonical form, also as bytes: it seldom changes.
    private String scheme = "";
    private byte[] schemeBytes = {};

    /// @param asArray whether all objects form one array
    /// @param explains whether each has the steps of its verdict, in `steps`
    public JsonResults(OutputStream out, boolean asArray, boolean explains) {
        this.lines = new ByteLines(out);
        this.asArray = asArray;
        this.explains = explains;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    @Override
    public void begin() {
        if (asArray) {
            lines.raw("[");
        }
    }

    @Override
    public void add(byte[] bytes, int offset, int length, Verdict verdict, Judge judge) throws IOException {
        if (asArray && !isFirst) {
            lines.raw(COMMA);
            lines.end();
        }
        isFirst = false;
        lines.raw(INPUT).json(bytes, offset, length);
        canonical(judge);
        switch (verdict) {
            case Verdict.Clean _ -> {
                lines.raw(CLEAN);
                freshness(judge);
                lines.raw(NO_VERSION).number(judge.elapsedMicros()).raw(NO_MATCHES);
            }
            case Verdict.Listed(Match match, List<Match> others) -> listed(match, others, judge);
            case Verdict.Allowed(Expression expression) ->
                unlisted(verdict, Optional.of(expression.text()), Optional.empty(), judge);
            case Verdict.Unknown unknown ->
                unlisted(verdict, Optional.empty(), Optional.of(ResultNames.reason(unknown)), judge);
        }
        if (explains) {
            steps(judge.steps());
        }
        lines.raw(END);
        if (!asArray) {
            lines.end();
        }
    }

    private void canonical(Judge judge) {
        if (judge.hasCanonical()) {
            UrlExpressions url = judge.url();
            if (!url.schemePrefix().equals(scheme)) {
                scheme = url.schemePrefix();
                schemeBytes = ascii(scheme);
            }
            lines.raw(CANONICAL).raw(schemeBytes).json(url.buffer(), 1, url.end() - 1).raw(VERDICT);
        } else {
            lines.raw(NO_CANONICAL);
        }
    }

    private void freshness(Judge judge) {
        lines.raw(judge.freshness().isEmpty() ? NULL : switch (judge.freshness().get()) {
            case FRESH -> FRESH;
            case STALE -> STALE;
            case EXPIRED -> EXPIRED;
        });
    }

    private void listed(Match match, List<Match> others, Judge judge) {
        lines.raw("listed\",");
        JsonMatches.where(lines, match);
        lines.raw(",\"reason\":null,\"freshness\":");
        freshness(judge);
        lines.raw(",");
        JsonMatches.version(lines, match);
        lines.raw(",\"elapsedMicros\":").number(judge.elapsedMicros()).raw(",\"matches\":");
        JsonMatches.write(lines, others);
    }

    private void unlisted(Verdict verdict, Optional<String> expression, Optional<String> reason, Judge judge) {
        lines.raw(ResultNames.of(verdict)).raw("\",\"list\":null,\"category\":null,\"expression\":");
        JsonMatches.text(lines, expression);
        lines.raw(",\"scope\":null,\"confirmed\":null,\"reason\":");
        JsonMatches.text(lines, reason);
        lines.raw(",\"freshness\":");
        freshness(judge);
        lines.raw(NO_VERSION).number(judge.elapsedMicros()).raw(NO_MATCHES);
    }

    private void steps(List<CheckStep> steps) {
        lines.raw(",\"steps\":[");
        for (int i = 0; i < steps.size(); i++) {
            lines.raw(i == 0 ? "\"" : ",\"").json(ResultNames.of(steps.get(i), UnaryOperator.identity())).raw("\"");
        }
        lines.raw("]");
    }

    @Override
    public void end() throws IOException {
        if (asArray) {
            lines.raw("]");
            lines.end();
        }
        lines.flush();
    }

    @Override
    public void flush() throws IOException {
        lines.flush();
    }
}
