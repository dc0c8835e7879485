package bloomward.server.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.release.ListName;
import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.ReportNumber;
import bloomward.server.store.ReportKind;
import bloomward.server.store.ReportText;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reads the body of a report, strictly (FORMAT.md 18.2): each field is known, of its type and within its bounds, and none is
/// there twice.
public final class SubmissionReader {

    /// The longest body.
    public static final int MAX_SIZE_IN_BYTES = 4096;

    private static final int VERSION = 1;
    private static final int MAX_URL_IN_BYTES = 2048;
    private static final int MAX_COMMENT = 1000;
    private static final Set<String> FIELDS = Set.of("v", "number", "kind", "url", "comment", "verdict", "list",
            "expression", "version");
    private static final Set<String> VERDICTS = Set.of("clean", "listed", "allowed", "unknown");

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode fields;

    private SubmissionReader(JsonNode fields) {
        this.fields = fields;
    }

    /// Reads a body of at most [#MAX_SIZE_IN_BYTES].
    public static Submission read(byte[] body) throws InvalidSubmissionException {
        return new SubmissionReader(tree(body)).submission();
    }

    /// Decoded first, because the parser would take other encodings than UTF-8, and half characters.
    private static JsonNode tree(byte[] body) throws InvalidSubmissionException {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            JsonNode tree = JSON.readTree(text);
            if (!tree.isObject()) {
                throw new InvalidSubmissionException("not a JSON object");
            }
            return tree;
        } catch (CharacterCodingException | JsonProcessingException _) {
            throw new InvalidSubmissionException("not one JSON object in UTF-8, or a field is there twice");
        }
    }

    private Submission submission() throws InvalidSubmissionException {
        for (Iterator<String> names = fields.fieldNames(); names.hasNext();) {
            require(FIELDS.contains(names.next()), "a field is unknown");
        }
        require(number("v", Long.MAX_VALUE).equals(OptionalLong.of(VERSION)), "v: only 1 is known");
        Optional<ReportNumber> number = ReportNumber.parse(text("number"));
        require(number.isPresent(), "number: needs 32 lower-case hex digits");
        Optional<ReportKind> kind = ReportKind.labelled(text("kind"));
        require(kind.isPresent(), "kind: wrong or missed");
        String verdict = text("verdict");
        require(VERDICTS.contains(verdict), "verdict: clean, listed, allowed or unknown");
        String comment = text("comment");
        require(comment.codePointCount(0, comment.length()) <= MAX_COMMENT, "comment: more than 1000 characters");
        require(isClean(comment.replace("\n", "")), "comment: a control character, or half a surrogate pair");
        Optional<String> list = optionalText("list");
        require(list.isEmpty() || ListName.isName(list.get()), "list: not the name of a list");
        Optional<String> expression = optionalText("expression");
        require(expression.isEmpty() || Expression.isExpression(expression.get()), "expression: not an expression");
        String url = text("url");
        return new Submission(number.get(), new ReportText(kind.get(), url, canonical(url), comment, verdict, list,
                expression, number("version", PublicPath.MAX_VERSION)));
    }

    /// The canonical form without its scheme, which no entry distinguishes.
    private static String canonical(String url) throws InvalidSubmissionException {
        require(isClean(url), "url: a control character, or half a surrogate pair");
        require(url.getBytes(UTF_8).length <= MAX_URL_IN_BYTES, "url: more than 2048 bytes");
        UrlExpressions expressions = new UrlExpressions();
        require(expressions.read(url).isEmpty(), "url: cannot be judged");
        return expressions.exact().shown();
    }

    private String text(String field) throws InvalidSubmissionException {
        return optionalText(field).orElseThrow(() -> new InvalidSubmissionException(field + ": missing"));
    }

    private Optional<String> optionalText(String field) throws InvalidSubmissionException {
        JsonNode value = fields.path(field);
        require(value.isMissingNode() || value.isTextual(), field + ": not a text");
        return value.isMissingNode() ? Optional.empty() : Optional.of(value.textValue());
    }

    private OptionalLong number(String field, long most) throws InvalidSubmissionException {
        JsonNode value = fields.path(field);
        if (value.isMissingNode()) {
            return OptionalLong.empty();
        }
        require(value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 1
                && value.longValue() <= most, field + ": not a number from 1 to 2^53 - 1");
        return OptionalLong.of(value.longValue());
    }

    private static boolean isClean(String text) {
        return text.codePoints().noneMatch(c -> Character.isISOControl(c) || isSurrogate(c));
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    private static void require(boolean isRight, String otherwise) throws InvalidSubmissionException {
        if (!isRight) {
            throw new InvalidSubmissionException(otherwise);
        }
    }
}
