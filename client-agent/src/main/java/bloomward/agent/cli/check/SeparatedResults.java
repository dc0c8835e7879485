package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.format.confirm.Category;
import bloomward.format.url.Expression;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/// Results as a table with a header line: values separated by commas (RFC 4180) or by tabs. Absent values are empty;
/// further matches are JSON in one value.
public final class SeparatedResults implements Results {

    /// The separator and its escapes.
    public enum Form {

        /// RFC 4180: lines end in CR LF, and a value with a comma, a quote or a line end is quoted.
        CSV(',', "\r"),
        /// A tab, line end or `\` of a value is written `\t`, `\n`, `\r` or `\\`.
        TSV('\t', "");

        private final char separator;
        private final String beforeLineFeed;

        Form(char separator, String beforeLineFeed) {
            this.separator = separator;
            this.beforeLineFeed = beforeLineFeed;
        }

        String value(String text) {
            if (this == TSV) {
                return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r");
            }
            boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
            return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
        }
    }

    private static final List<String> HEADER = List.of("input", "canonical", "verdict", "list", "category",
            "expression", "scope", "confirmed", "reason", "freshness", "version", "elapsedMicros", "matches");

    private final ByteLines lines;
    private final Form form;

    public SeparatedResults(OutputStream out, Form form) {
        this.lines = new ByteLines(out);
        this.form = form;
    }

    @Override
    public void begin() throws IOException {
        write(HEADER);
    }

    @Override
    public void add(byte[] bytes, int offset, int length, Verdict verdict, Judge judge) throws IOException {
        String input = new String(bytes, offset, length, UTF_8);
        String canonical = judge.hasCanonical() ? judge.url().canonical() : "";
        String freshness = judge.freshness().map(ResultNames::of).orElse("");
        String elapsed = Long.toString(judge.elapsedMicros());
        String word = ResultNames.of(verdict);
        write(switch (verdict) {
            case Verdict.Clean _ -> List.of(input, canonical, word, "", "", "", "", "", "", freshness, "", elapsed, "");
            case Verdict.Listed(Match match, List<Match> others) -> List.of(input, canonical, word, match.list(),
                    match.category().map(Category::name).orElse(""), match.expression().text(),
                    ResultNames.of(match.expression().scope()), Boolean.toString(match.confirmed()), "", freshness,
                    match.version() == 0 ? "" : Long.toString(match.version()), elapsed, json(others));
            case Verdict.Allowed(Expression expression) ->
                List.of(input, canonical, word, "", "", expression.text(), "", "", "", freshness, "", elapsed, "");
            case Verdict.Unknown unknown -> List.of(input, canonical, word, "", "", "", "", "",
                    ResultNames.reason(unknown), freshness, "", elapsed, "");
        });
    }

    private static String json(List<Match> matches) {
        if (matches.isEmpty()) {
            return "";
        }
        ByteLines json = new ByteLines(OutputStream.nullOutputStream());
        JsonMatches.write(json, matches);
        return json.text();
    }

    private void write(List<String> values) throws IOException {
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                lines.raw(String.valueOf(form.separator));
            }
            lines.raw(form.value(values.get(i)));
        }
        lines.raw(form.beforeLineFeed);
        lines.end();
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
