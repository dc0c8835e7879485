package bloomward.agent.cli.check;

import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.VerdictFields;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Fields of a JSON object, put into lines.
final class JsonFields implements VerdictFields.Target {

    private final ByteLines lines;
    private boolean isFirst;

    private JsonFields(ByteLines lines, boolean isFirst) {
        this.lines = lines;
        this.isFirst = isFirst;
    }

    /// The fields of an object that has some already.
    static JsonFields after(ByteLines lines) {
        return new JsonFields(lines, false);
    }

    private void name(String name) {
        lines.raw(isFirst ? "\"" : ",\"").raw(name).raw("\":");
        isFirst = false;
    }

    @Override
    public void text(String name, Optional<String> value) {
        name(name);
        if (value.isPresent()) {
            lines.raw("\"").json(value.get()).raw("\"");
        } else {
            lines.raw("null");
        }
    }

    @Override
    public void number(String name, Optional<Long> value) {
        name(name);
        if (value.isPresent()) {
            lines.number(value.get());
        } else {
            lines.raw("null");
        }
    }

    @Override
    public void truth(String name, Optional<Boolean> value) {
        name(name);
        lines.raw(value.map(String::valueOf).orElse("null"));
    }

    @Override
    public void matches(String name, List<Match> matches, VerdictFields.MatchWriter writer) throws IOException {
        name(name);
        array(lines, matches, writer);
    }

    /// An array without a name.
    static void array(ByteLines lines, List<Match> matches, VerdictFields.MatchWriter writer) throws IOException {
        lines.raw("[");
        for (int i = 0; i < matches.size(); i++) {
            lines.raw(i == 0 ? "{" : ",{");
            writer.write(matches.get(i), new JsonFields(lines, true));
            lines.raw("}");
        }
        lines.raw("]");
    }
}
