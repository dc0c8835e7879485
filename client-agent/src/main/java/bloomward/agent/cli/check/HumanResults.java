package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.VerdictFields;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import bloomward.program.text.Printable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.UnaryOperator;

/// Results for a person: one line each, the verdict first, and below it further matches and the steps of the verdict.
/// Control characters are shown, not obeyed.
public final class HumanResults implements Results {

    private static final String BELOW = "         ";
    private static final String PLAIN = "\u001b[m";

    private final ByteLines lines;
    private final UnaryOperator<String> url;
    private final boolean isColourful;

    /// @param defangs whether URLs are written so that they cannot be clicked
    /// @param isColourful whether verdicts have colours
    public HumanResults(OutputStream out, boolean defangs, boolean isColourful) {
        this.lines = new ByteLines(out);
        this.url = defangs ? Defanged::of : UnaryOperator.identity();
        this.isColourful = isColourful;
    }

    @Override
    public void begin() {
        // A person needs no header.
    }

    @Override
    public void add(byte[] bytes, int offset, int length, CheckResult result) throws IOException {
        String input = new String(bytes, offset, length, UTF_8);
        Verdict verdict = result.verdict();
        String age = result.freshness()
                .filter(freshness -> freshness != Freshness.FRESH)
                .map(freshness -> "  (" + VerdictFields.word(freshness) + " lists)")
                .orElse("");
        String said = switch (verdict) {
            case Verdict.Clean _ -> "clean";
            case Verdict.Allowed _ -> "allowed";
            case Verdict.Listed _ -> "LISTED";
            case Verdict.Unknown _ -> "unknown";
        };
        String why = switch (verdict) {
            case Verdict.Clean _ -> "";
            case Verdict.Allowed(Expression expression) ->
                "  by '" + url.apply(expression.shown()) + "' of the allow file";
            case Verdict.Listed(Match match, List<Match> _) -> "  " + words(match);
            case Verdict.Unknown unknown -> "  " + url.apply(VerdictFields.reason(unknown));
        };
        if (isColourful) {
            lines.raw(colour(verdict)).raw(said).raw(PLAIN);
        } else {
            lines.raw(said);
        }
        line(" ".repeat(BELOW.length() - said.length()) + url.apply(input) + why + age);
        if (verdict instanceof Verdict.Listed(Match _, List<Match> others)) {
            for (Match other : others) {
                line(BELOW + "also " + words(other));
            }
        }
        for (CheckStep step : result.steps()) {
            line(BELOW + StepWords.of(step, url));
        }
    }

    private static String colour(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Clean _ -> "\u001b[32m";
            case Verdict.Allowed _ -> "\u001b[36m";
            case Verdict.Listed _ -> "\u001b[1;31m";
            case Verdict.Unknown _ -> "\u001b[33m";
        };
    }

    private String words(Match match) {
        return match.category().map(category -> category + ", ").orElse("") + "list " + match.list() + ", "
                + VerdictFields.word(match.expression().scope()) + " '" + url.apply(match.expression().shown()) + "', "
                + (match.confirmed() ? "confirmed" : "not confirmed");
    }

    private void line(String text) throws IOException {
        lines.raw(Printable.of(text));
        lines.end();
    }

    @Override
    public void addLines(ByteArrayOutputStream written) throws IOException {
        lines.lines(written);
    }

    @Override
    public void end() throws IOException {
        lines.flush();
    }

    @Override
    public void flush() throws IOException {
        lines.flush();
    }
}
