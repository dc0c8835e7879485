package bloomward.agent.socket.message;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.VerdictFields;
import bloomward.agent.check.VerdictFields.VersionPlace;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes an answer as JSON fields, and reads it back.
public final class CheckJson {

    private static final VerdictFields FIELDS = new VerdictFields(VersionPlace.AFTER_LIST);

    private CheckJson() {}

    public static void write(CheckAnswer answer, JsonGenerator json) throws IOException {
        GeneratorTarget target = new GeneratorTarget(json);
        target.text("input", Optional.of(answer.input()));
        target.text("canonical", answer.canonical());
        FIELDS.write(target, answer.verdict(), answer.freshness(), answer.elapsedMicros());
    }

    /// Fields of the object that a generator is in.
    private record GeneratorTarget(JsonGenerator json) implements VerdictFields.Target {

        @Override
        public void text(String name, Optional<String> value) throws IOException {
            json.writeFieldName(name);
            json.writeString(value.orElse(null));
        }

        @Override
        public void number(String name, Optional<Long> value) throws IOException {
            json.writeFieldName(name);
            if (value.isPresent()) {
                json.writeNumber(value.get());
            } else {
                json.writeNull();
            }
        }

        @Override
        public void truth(String name, Optional<Boolean> value) throws IOException {
            json.writeFieldName(name);
            if (value.isPresent()) {
                json.writeBoolean(value.get());
            } else {
                json.writeNull();
            }
        }

        @Override
        public void matches(String name, List<Match> matches, VerdictFields.MatchWriter writer) throws IOException {
            json.writeArrayFieldStart(name);
            for (Match match : matches) {
                json.writeStartObject();
                writer.write(match, this);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    public static CheckAnswer read(JsonObject json) throws RequestException {
        List<Match> others = new ArrayList<>();
        for (JsonObject match : json.objects("matches")) {
            others.add(match(match));
        }
        String name = json.require("verdict", json.text("verdict"));
        Verdict verdict = switch (name) {
            case "clean" -> new Verdict.Clean();
            case "listed" -> new Verdict.Listed(match(json), others);
            case "allowed" -> new Verdict.Allowed(expression(json));
            case "unknown" -> unknown(json.require("reason", json.text("reason")));
            default -> throw noSuch("verdict", name);
        };
        Optional<String> freshness = json.text("freshness");
        return new CheckAnswer(json.require("input", json.text("input")), json.text("canonical"), verdict,
                freshness.isPresent()
                        ? Optional.of(constant(Freshness.class, "freshness", freshness.get()))
                        : Optional.empty(),
                json.require("elapsedMicros", json.number("elapsedMicros")));
    }

    private static Match match(JsonObject json) throws RequestException {
        return new Match(json.require("list", json.text("list")), json.require("version", json.number("version")),
                expression(json), json.text("category").map(Category::new), json.truth("confirmed"));
    }

    static Expression expression(JsonObject json) throws RequestException {
        String text = json.require("expression", json.text("expression"));
        if (!Expression.isExpression(text)) {
            throw noSuch("expression", text);
        }
        return new Expression(text);
    }

    private static Verdict unknown(String reason) throws RequestException {
        int colon = reason.indexOf(": ");
        if (colon < 0) {
            throw noSuch("reason", reason);
        }
        return new Verdict.Unknown(constant(Verdict.Reason.class, "reason", reason.substring(0, colon)),
                reason.substring(colon + 2));
    }

    static <E extends Enum<E>> E constant(Class<E> type, String field, String word) throws RequestException {
        for (E constant : type.getEnumConstants()) {
            if (VerdictFields.word(constant).equals(word)) {
                return constant;
            }
        }
        throw noSuch(field, word);
    }

    private static RequestException noSuch(String field, String word) {
        return new RequestException(RequestException.Code.REQUEST, field + ": '" + word + "' is not known here");
    }
}
