package bloomward.agent.socket;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Match;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A verdict as fields, and back.
final class CheckJson {

    private CheckJson() {}

    static void write(CheckAnswer answer, JsonGenerator json) throws IOException {
        json.writeStringField("input", answer.input());
        write(json, "canonical", answer.canonical());
        switch (answer.verdict()) {
            case Verdict.Clean _ -> {
                json.writeStringField("verdict", "clean");
                noMatch(json, Optional.empty(), Optional.empty());
            }
            case Verdict.Listed(Match match, List<Match> _) -> {
                json.writeStringField("verdict", "listed");
                write(json, match);
                json.writeNullField("reason");
            }
            case Verdict.Allowed(Expression expression) -> {
                json.writeStringField("verdict", "allowed");
                noMatch(json, Optional.of(expression.text()), Optional.empty());
            }
            case Verdict.Unknown(Verdict.Reason reason, String message) -> {
                json.writeStringField("verdict", "unknown");
                noMatch(json, Optional.empty(), Optional.of(word(reason) + ": " + message));
            }
        }
        write(json, "freshness", answer.freshness().map(CheckJson::word));
        json.writeNumberField("elapsedMicros", answer.elapsedMicros());
        json.writeArrayFieldStart("matches");
        if (answer.verdict() instanceof Verdict.Listed(Match _, List<Match> others)) {
            for (Match other : others) {
                json.writeStartObject();
                write(json, other);
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, Match match) throws IOException {
        json.writeStringField("list", match.list());
        json.writeNumberField("version", match.version());
        write(json, "category", match.category().map(Category::name));
        json.writeStringField("expression", match.expression().text());
        json.writeStringField("scope", word(match.expression().scope()));
        json.writeBooleanField("confirmed", match.confirmed());
    }

    private static void noMatch(JsonGenerator json, Optional<String> expression, Optional<String> reason)
            throws IOException {
        json.writeNullField("list");
        json.writeNullField("version");
        json.writeNullField("category");
        write(json, "expression", expression);
        json.writeNullField("scope");
        json.writeNullField("confirmed");
        write(json, "reason", reason);
    }

    private static void write(JsonGenerator json, String name, Optional<String> value) throws IOException {
        json.writeFieldName(name);
        json.writeString(value.orElse(null));
    }

    static CheckAnswer read(JsonObject json) throws RequestException {
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

    private static Expression expression(JsonObject json) throws RequestException {
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
            if (word(constant).equals(word)) {
                return constant;
            }
        }
        throw noSuch(field, word);
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static RequestException noSuch(String field, String word) {
        return new RequestException(RequestException.Code.REQUEST, field + ": '" + word + "' is not known here");
    }
}
