package bloomward.program.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SeparatedFormTest {

    private static final String ALPHABET = "a =+-@'\"\\,;\t\r\n\u001b\u0000\u007f\u0085\u202e\u2066\u200d\u00a0\u2028\uff1d\ud83d\ude00";

    @ParameterizedTest
    @ValueSource(strings = {"=cmd|' /C calc'!A0", "@SUM(1)", "+1", "-1", " =1", "\t=1", "\r=1", "\u200e=1", "\uff1d1",
        "\u00a0@x", "'=1", "'plain"})
    void marksWhatASpreadsheetWouldTakeForAFormula(String text) {
        assertThat(SeparatedForm.TSV.value(text)).startsWith("'");
        assertThat(SeparatedForm.CSV.value(text)).startsWith("\"'").endsWith("\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "evil.example", "http://a.example/?a=b", "a-b", "2026-11-01", "x@y"})
    void leavesOtherTextAsItIs(String text) {
        for (SeparatedForm form : SeparatedForm.values()) {
            assertThat(form.value(text)).isEqualTo(text);
        }
    }

    @Test
    void escapesWhatIsNotPlainlyVisible() {
        String text = "a\u001b[31m\u0000\u007f\u009b\u202e\u2066\t\r\n\\é";
        assertThat(SeparatedForm.TSV.value(text))
                .isEqualTo("a\\u001b[31m\\u0000\\u007f\\u009b\\u202e\\u2066\\t\\r\\n\\\\é");
        assertThat(SeparatedForm.CSV.value(text)).isEqualTo(SeparatedForm.TSV.value(text));
    }

    @Test
    void quotesWhatWouldEndAValue() {
        assertThat(SeparatedForm.CSV.value("a,b")).isEqualTo("\"a,b\"");
        assertThat(SeparatedForm.CSV.value("a;b")).isEqualTo("\"a;b\"");
        assertThat(SeparatedForm.CSV.value("a\"b")).isEqualTo("\"a\"\"b\"");
        assertThat(SeparatedForm.TSV.value("a,b\"")).isEqualTo("a,b\"");
    }

    /// The rule that the guides give, to the letter.
    @ParameterizedTest
    @EnumSource
    void nothingIsLost(SeparatedForm form) {
        for (String text : texts()) {
            assertThat(read(form, form.value(text))).isEqualTo(text);
        }
    }

    private static List<String> texts() {
        Random random = new Random(7);
        return random.ints(5000, 0, 12).mapToObj(length -> {
            StringBuilder text = new StringBuilder();
            random.ints(length, 0, ALPHABET.length()).forEach(at -> text.append(ALPHABET.charAt(at)));
            return text.toString();
        }).toList();
    }

    private static String read(SeparatedForm form, String written) {
        String text = form == SeparatedForm.CSV && written.startsWith("\"")
                ? written.substring(1, written.length() - 1).replace("\"\"", "\"")
                : written;
        text = text.startsWith("'") ? text.substring(1) : text;
        Matcher escapes = Pattern.compile("\\\\(u[0-9a-f]{4}|.)").matcher(text);
        return escapes.replaceAll(found -> Matcher.quoteReplacement(switch (found.group(1).charAt(0)) {
            case 't' -> "\t";
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 'u' -> Character.toString((char) Integer.parseInt(found.group(1).substring(1), 16));
            default -> found.group(1);
        }));
    }
}
