package bloomward.server.store.sql;

import java.util.regex.Pattern;

/// The words of [Sql] in the spelling of a database.
public enum Dialect {

    SQLITE("", "max", "instr", "(SELECT value FROM json_each($1))", "(SELECT value FROM json_each($1))"),

    /// An index takes no long texts, so their digests stand in it.
    POSTGRESQL("text_digest", "greatest", "strpos", "(SELECT json_array_elements_text(CAST($1 AS json)))",
            "(SELECT CAST(json_array_elements_text(CAST($1 AS json)) AS bigint))");

    private static final Pattern KEY = Pattern.compile("\\bkey(?=\\()");
    private static final Pattern GREATER = Pattern.compile("\\bgreater(?=\\()");
    private static final Pattern PLACE = Pattern.compile("\\bplace(?=\\()");
    private static final Pattern TEXTS = Pattern.compile("\\btexts\\((\\?\\d*)\\)");
    private static final Pattern NUMBERS = Pattern.compile("\\bnumbers\\((\\?\\d*)\\)");

    private final String key;
    private final String greater;
    private final String place;
    private final String texts;
    private final String numbers;

    Dialect(String key, String greater, String place, String texts, String numbers) {
        this.key = key;
        this.greater = greater;
        this.place = place;
        this.texts = texts;
        this.numbers = numbers;
    }

    /// A statement as the database takes it.
    public String spell(String sql) {
        String spelt = KEY.matcher(sql).replaceAll(key);
        spelt = GREATER.matcher(spelt).replaceAll(greater);
        spelt = PLACE.matcher(spelt).replaceAll(place);
        spelt = TEXTS.matcher(spelt).replaceAll(texts);
        return NUMBERS.matcher(spelt).replaceAll(numbers);
    }
}
