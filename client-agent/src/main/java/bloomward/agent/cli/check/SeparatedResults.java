package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.VerdictFields;
import bloomward.agent.check.VerdictFields.VersionPlace;
import bloomward.program.text.SeparatedForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Results as a table with a header line: values separated by commas (RFC 4180) or by tabs, as [SeparatedForm] writes
/// them. Absent values are empty; further matches are JSON in one value.
public final class SeparatedResults implements Results {

    private static final VerdictFields FIELDS = new VerdictFields(VersionPlace.AFTER_FRESHNESS);

    private final ByteLines lines;
    private final SeparatedForm form;

    public SeparatedResults(OutputStream out, SeparatedForm form) {
        this.lines = new ByteLines(out);
        this.form = form;
    }

    /// The cells of one row, and the names over them.
    private static final class Cells implements VerdictFields.Target {

        private final List<String> names = new ArrayList<>();
        private final List<String> values = new ArrayList<>();
        private final SeparatedForm form;

        private Cells(SeparatedForm form) {
            this.form = form;
        }

        static Cells of(SeparatedForm form, String input, CheckResult result) throws IOException {
            Cells cells = new Cells(form);
            cells.text("input", input);
            cells.text("canonical", result.canonical().map(CanonicalUrl::text).orElse(""));
            FIELDS.write(cells, result.verdict(), result.freshness(), result.elapsedMicros());
            return cells;
        }

        private void text(String name, String value) {
            add(name, form.value(value));
        }

        /// @param value as it is written
        private void add(String name, String value) {
            names.add(name);
            values.add(value);
        }

        @Override
        public void text(String name, Optional<String> value) {
            text(name, value.orElse(""));
        }

        @Override
        public void number(String name, Optional<Long> value) {
            add(name, value.map(String::valueOf).orElse(""));
        }

        @Override
        public void truth(String name, Optional<Boolean> value) {
            add(name, value.map(String::valueOf).orElse(""));
        }

        @Override
        public void matches(String name, List<Match> matches, VerdictFields.MatchWriter writer) throws IOException {
            ByteLines json = new ByteLines(OutputStream.nullOutputStream());
            if (!matches.isEmpty()) {
                JsonFields.array(json, matches, writer);
            }
            text(name, json.text());
        }
    }

    @Override
    public void begin() throws IOException {
        CheckResult any = new CheckResult(new Verdict.Clean(), Optional.empty(), Optional.empty(), 0, List.of());
        write(Cells.of(form, "", any).names);
    }

    @Override
    public void add(byte[] bytes, int offset, int length, CheckResult result) throws IOException {
        write(Cells.of(form, new String(bytes, offset, length, UTF_8), result).values);
    }

    private void write(List<String> values) throws IOException {
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                lines.raw(form.separator());
            }
            lines.raw(values.get(i));
        }
        lines.raw(form.beforeLineFeed());
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
