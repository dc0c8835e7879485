package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.VerdictFields;
import bloomward.agent.check.VerdictFields.VersionPlace;
import bloomward.format.release.Freshness;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Results as JSON: an object a line, or all objects in one array, which is written as they come.
public final class JsonResults implements Results {

    private static final VerdictFields FIELDS = new VerdictFields(VersionPlace.AFTER_FRESHNESS);
    private static final Verdict CLEAN = new Verdict.Clean();

    private static final byte[] INPUT = ascii("{\"input\":\"");
    private static final byte[] CANONICAL = ascii("\",\"canonical\":\"");
    private static final byte[] END_OF_TEXT = ascii("\"");
    private static final byte[] NO_CANONICAL = ascii("\",\"canonical\":null");
    private static final byte[] ELAPSED = ascii(",\"" + VerdictFields.ELAPSED + "\":");
    private static final byte[] END = ascii("}");
    private static final byte[] COMMA = ascii(",");

    private final ByteLines lines;
    private final boolean asArray;
    private final boolean explains;
    private boolean isFirst = true;
    /// The scheme of the last canonical form, also as bytes: it seldom changes.
    private String scheme = "";
    private byte[] schemeBytes = {};
    /// The bytes of a clean URL on both sides of the time it took, and the freshness that they are of: all but a few URLs
    /// are clean, and between two of them that changes once a day.
    private byte[] cleanUpToElapsed = {};
    private byte[] noMatches = {};
    private Optional<Freshness> cleanFreshness = Optional.empty();

    /// @param asArray whether all are one array
    /// @param explains whether each says how it came about, in `steps`
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
    public void add(byte[] bytes, int offset, int length, CheckResult result) throws IOException {
        if (asArray && !isFirst) {
            lines.raw(COMMA);
            lines.end();
        }
        isFirst = false;
        lines.raw(INPUT).json(bytes, offset, length);
        canonical(result);
        if (result.verdict() instanceof Verdict.Clean) {
            clean(result);
        } else {
            FIELDS.write(JsonFields.after(lines), result.verdict(), result.freshness(), result.elapsedMicros());
        }
        if (explains) {
            steps(result.steps());
        }
        lines.raw(END);
        if (!asArray) {
            lines.end();
        }
    }

    private void canonical(CheckResult result) {
        if (result.canonical().isEmpty()) {
            lines.raw(NO_CANONICAL);
            return;
        }
        lines.raw(CANONICAL);
        switch (result.canonical().get()) {
            case CanonicalUrl.Received(String text) -> lines.json(text);
            case CanonicalUrl.Read(UrlExpressions url) -> {
                if (!url.schemePrefix().equals(scheme)) {
                    scheme = url.schemePrefix();
                    schemeBytes = ascii(scheme);
                }
                lines.raw(schemeBytes).json(url.buffer(), 1, url.end() - 1);
            }
        }
        lines.raw(END_OF_TEXT);
    }

    private void clean(CheckResult result) throws IOException {
        if (cleanUpToElapsed.length == 0 || !cleanFreshness.equals(result.freshness())) {
            cleanFreshness = result.freshness();
            cleanUpToElapsed = bytes(fields -> FIELDS.writeUpToElapsed(fields, CLEAN, cleanFreshness));
            noMatches = bytes(fields -> FIELDS.writeMatches(fields, List.of()));
        }
        lines.raw(cleanUpToElapsed).raw(ELAPSED).number(result.elapsedMicros()).raw(noMatches);
    }

    /// Writes some fields.
    private interface Some {
        void write(JsonFields fields) throws IOException;
    }

    private static byte[] bytes(Some some) throws IOException {
        ByteLines alone = new ByteLines(OutputStream.nullOutputStream());
        some.write(JsonFields.after(alone));
        return ascii(alone.text());
    }

    private void steps(List<CheckStep> steps) {
        lines.raw(",\"steps\":[");
        for (int i = 0; i < steps.size(); i++) {
            lines.raw(i == 0 ? "\"" : ",\"").json(StepWords.of(steps.get(i), UnaryOperator.identity())).raw("\"");
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
