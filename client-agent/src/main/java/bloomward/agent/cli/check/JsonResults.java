package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.VerdictFields;
import bloomward.agent.check.VerdictFields.VersionPlace;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import bloomward.format.url.UrlExpressions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Results as JSON: an object a line, or all objects in one array, which is written as they come.
public final class JsonResults implements Results {

    private static final VerdictFields FIELDS = new VerdictFields(VersionPlace.AFTER_FRESHNESS);
    private static final Verdict CLEAN = new Verdict.Clean();

    private static final int MAX_LISTED_FORMS = 32;

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
    /// Of listings: few kinds make up nearly all.
    private final List<ListedForm> listedForms = new ArrayList<>();

    /// The bytes of a kind of listing on both sides of its expression, up to the time that it took.
    private record ListedForm(Match like, Optional<Freshness> freshness, byte[] before, byte[] after) {

        private boolean fits(Match match, Optional<Freshness> of) {
            return like.version() == match.version() && like.confirmed() == match.confirmed()
                    && like.expression().scope() == match.expression().scope() && like.list().equals(match.list())
                    && like.category().equals(match.category()) && freshness.equals(of);
        }
    }

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
        switch (result.verdict()) {
            case Verdict.Clean _ -> clean(result);
            case Verdict.Listed listed -> listed(listed, result);
            case Verdict.Allowed _,Verdict.Unknown _ ->
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

    private void listed(Verdict.Listed listed, CheckResult result) throws IOException {
        ListedForm form = form(listed.match(), result.freshness());
        lines.raw(form.before).json(listed.match().expression().text()).raw(form.after);
        lines.raw(ELAPSED).number(result.elapsedMicros());
        FIELDS.writeMatches(JsonFields.after(lines), listed.others());
    }

    private ListedForm form(Match match, Optional<Freshness> freshness) throws IOException {
        for (ListedForm form : listedForms) {
            if (form.fits(match, freshness)) {
                return form;
            }
        }
        if (listedForms.size() == MAX_LISTED_FORMS) {
            listedForms.clear();
        }
        ListedForm made = make(match, freshness);
        listedForms.add(made);
        return made;
    }

    private static ListedForm make(Match match, Optional<Freshness> freshness) throws IOException {
        Match like = new Match(match.list(), match.version(), placeFor(match.expression().scope()), match.category(),
                match.confirmed());
        String text = text(fields -> FIELDS.writeUpToElapsed(fields, new Verdict.Listed(like, List.of()), freshness));
        String place = "\"" + like.expression().text() + "\"";
        int start = text.indexOf(place) + 1;
        return new ListedForm(like, freshness, text.substring(0, start).getBytes(UTF_8),
                text.substring(start + place.length() - 2).getBytes(UTF_8));
    }

    /// An expression of the same scope; no name of a list and no category has a slash in it.
    private static Expression placeFor(Scope scope) {
        return new Expression(switch (scope) {
            case HOST -> "host.invalid/";
            case PREFIX -> "host.invalid/page";
            case EXACT -> " host.invalid/";
        });
    }

    /// Writes some fields.
    private interface Some {
        void write(JsonFields fields) throws IOException;
    }

    private static byte[] bytes(Some some) throws IOException {
        return ascii(text(some));
    }

    private static String text(Some some) throws IOException {
        ByteLines alone = new ByteLines(OutputStream.nullOutputStream());
        some.write(JsonFields.after(alone));
        return alone.text();
    }

    private void steps(List<CheckStep> steps) {
        lines.raw(",\"steps\":[");
        for (int i = 0; i < steps.size(); i++) {
            lines.raw(i == 0 ? "\"" : ",\"").json(StepWords.of(steps.get(i), UnaryOperator.identity())).raw("\"");
        }
        lines.raw("]");
    }

    @Override
    public void addLines(ByteArrayOutputStream written) throws IOException {
        lines.lines(written);
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
