package bloomward.server.store.postgres;

/// The statements that read and change entries. `?1` is the list, where nothing else is said; a batch of expressions is an
/// array.
///
/// The index has the first 2,048 characters of an expression, so each condition on an expression comes with one on those,
/// and each order begins with them: by bytes, that is the order of the whole.
final class PostgresQueries {

    private static final String ORDER = "ORDER BY left(expression, 2048), expression, source_id, added";
    private static final String AT = "added <= ?2 AND (removed IS NULL OR removed > ?2) ";

    /// At the change `?2`. A COPY takes no arguments, so the numbers are written into it.
    static final String SCAN = "COPY (SELECT expression, source_id FROM entry WHERE list_id = ?1 AND " + AT + ORDER
            + ") TO STDOUT";

    /// Behind the expression `?3`, with the text `?4`.
    static final String ENTRIES = "SELECT * FROM entry WHERE list_id = ?1 AND " + AT
            + "AND (left(expression, 2048), expression) > (left(?3, 2048), ?3) "
            + "AND (?4 = '' OR strpos(lower(expression), ?4) > 0) " + ORDER;

    /// The expressions that the source `?2` lists.
    static final String OF_SOURCE = """
            SELECT expression, expires IS NOT NULL OR reason IS NOT NULL AS has_details FROM entry
            WHERE list_id = ?1 AND source_id = ?2 AND removed IS NULL\s""" + ORDER;

    /// Every entry that ended with the change `?2` or later.
    static final String SPANS = """
            SELECT expression, source_id, added, removed FROM entry
            WHERE list_id = ?1 AND (removed IS NULL OR removed >= ?2)\s""" + ORDER;

    private static final String AT_FROM = "(added <= ?3 AND coalesce(removed > ?3, true))";
    private static final String AT_TO = "(added <= ?4 AND coalesce(removed > ?4, true))";
    private static final String TOUCHED = "(added > ?5 AND added <= ?6 OR removed > ?5 AND removed <= ?6)";

    private static final String TOUCHED_ROWS = """
            SELECT expression, source_id, %s AS is_at_from, %s AS is_at_to FROM entry
            WHERE list_id = ?1 AND %s""".formatted(AT_FROM, AT_TO, TOUCHED);

    private static final String NUMBERS = """
            SELECT expression,
                CASE WHEN bool_or(is_at_to) THEN min(CASE WHEN is_at_to THEN source_id END)
                    ELSE -min(CASE WHEN is_at_from THEN source_id END) END AS number\s""";

    private static final String HAVING_CHANGED = """
            GROUP BY left(expression, 2048), expression
            HAVING bool_or(is_at_from) <> bool_or(is_at_to)\s""";

    private static final String BY_EXPRESSION = "ORDER BY left(expression, 2048), expression";

    /// From the change `?3` to `?4`, of which `?5` is the smaller and `?6` the larger one. A source that lists
    /// what was not listed before or, negated, one that listed what no longer is. An expression with an entry that is there
    /// at both ends has not changed; that is asked only for entries that came or went between.
    ///
    /// Those are few, so they are found in the order of the table, and sorted.
    static final String DIFF = "WITH touched AS MATERIALIZED (" + TOUCHED_ROWS + ") " + NUMBERS + "FROM touched "
            + HAVING_CHANGED + """
            AND NOT EXISTS (
                SELECT 1 FROM entry AS staying
                WHERE staying.list_id = ?1 AND left(staying.expression, 2048) = left(touched.expression, 2048)
                    AND staying.expression = touched.expression
                    AND staying.added <= ?5 AND (staying.removed IS NULL OR staying.removed > ?6) OFFSET 0)
            """ + BY_EXPRESSION;

    /// The same where one of both ends is the empty list: all that ever came are walked through in order.
    static final String DIFF_WITH_NOTHING = NUMBERS + "FROM (" + TOUCHED_ROWS + ") AS touched " + HAVING_CHANGED
            + BY_EXPRESSION;

    /// The expressions, behind `?2` and with the text `?7`, that an entry came to or left between two changes and that are
    /// listed at one of them.
    static final String CHANGED = "WITH touched AS MATERIALIZED (" + TOUCHED_ROWS
            + " AND (?7 = '' OR strpos(lower(expression), ?7) > 0)) " + """
            SELECT expression FROM touched
            WHERE (is_at_from OR is_at_to) AND (left(expression, 2048), expression) > (left(?2, 2048), ?2)
            GROUP BY left(expression, 2048), expression\s""" + BY_EXPRESSION;

    /// The entries of a batch `?2` at both ends.
    static final String CHANGES = "SELECT found.* FROM unnest(?2) AS batch (text) " + each(
            "expression, source_id, added, expires, reason, %s AS is_at_from, %s AS is_at_to".formatted(AT_FROM, AT_TO),
            "batch.text", "(" + AT_FROM + " OR " + AT_TO + ")");

    /// A batch as rows, with the terms of each.
    private static final String STAGED = """
            unnest(?3::text[], ?5::bigint[], ?6::text[]) AS staged (expression, expires, reason)\s""";

    /// The entry of the source `?2` that is there of each staged expression.
    private static final String THERE = "source_id = ?2 AND removed IS NULL AND added ";

    private static final String HAS_OTHER_TERMS = """
            WHERE (found.expires, found.reason) IS DISTINCT FROM (staged.expires, staged.reason)\s""";

    /// Other terms of what the change `?4` itself added: the first ones were never visible.
    static final String CORRECT_TERMS = """
            UPDATE entry SET expires = other.expires, reason = other.reason FROM (
                SELECT found.place, staged.expires, staged.reason FROM\s""" + STAGED
            + each("ctid AS place, expires, reason", "staged.expression", THERE + "= ?4") + HAS_OTHER_TERMS
            + ") AS other WHERE entry.ctid = other.place";

    /// Other terms are an entry of their own, so that a difference shows them and a roll-back brings the old ones back.
    static final String INSERT_TERMS = """
            INSERT INTO entry (list_id, expression, source_id, added, expires, reason)
            SELECT ?1, staged.expression, ?2, ?4, staged.expires, staged.reason FROM\s""" + STAGED
            + each("expires, reason", "staged.expression", THERE + "< ?4") + HAS_OTHER_TERMS;

    /// Ends the entries that now have another one behind them.
    static final String END_TERMS = "UPDATE entry SET removed = ?4 WHERE " + places("?3", THERE + """
            < ?4 AND EXISTS (
                SELECT 1 FROM entry AS newer
                WHERE newer.list_id = ?1 AND left(newer.expression, 2048) = left(entry.expression, 2048)
                    AND newer.expression = entry.expression AND newer.source_id = ?2 AND newer.added = ?4 OFFSET 0)""");

    static final String INSERT_WHAT_IS_MISSING = """
            INSERT INTO entry (list_id, expression, source_id, added, expires, reason)
            SELECT ?1, staged.expression, ?2, ?4, staged.expires, staged.reason FROM\s""" + STAGED + """
            WHERE NOT EXISTS (
                SELECT 1 FROM entry AS there
                WHERE there.list_id = ?1 AND left(there.expression, 2048) = left(staged.expression, 2048)
                    AND there.expression = staged.expression AND there.source_id = ?2 AND there.removed IS NULL
                OFFSET 0)""";

    static final String COPY = """
            COPY entry (list_id, expression, source_id, added, expires, reason) FROM STDIN BINARY""";

    static final String COUNT_THERE = "SELECT count(*) FROM unnest(?3) AS batch (text) "
            + each("1", "batch.text", "source_id = ?2 AND removed IS NULL");

    /// A condition on the entries follows: `?2` is the change.
    static final String REMOVE = """
            UPDATE entry SET removed = ?2 WHERE list_id = ?1 AND removed IS NULL AND\s""";

    /// Entries that the same change added were never visible.
    static final String UNDO = """
            DELETE FROM entry WHERE list_id = ?1 AND removed IS NULL AND added = ?2 AND\s""";

    static final String OF_EXPRESSIONS = places("?3", "removed IS NULL");
    static final String OF_EXPRESSIONS_AND_SOURCE = OF_EXPRESSIONS + " AND source_id = ?4";
    static final String EXPIRED = "expires IS NOT NULL AND expires <= ?3";

    /// Neither there at a change, nor like one that was.
    static final String NOT_THERE_AT = """
            added > ?3 AND NOT EXISTS (
                SELECT 1 FROM entry AS earlier
                WHERE earlier.list_id = ?1 AND left(earlier.expression, 2048) = left(entry.expression, 2048)
                    AND earlier.expression = entry.expression
                    AND earlier.source_id = entry.source_id AND earlier.added <= ?3 AND earlier.removed > ?3
                    AND (earlier.expires, earlier.reason) IS NOT DISTINCT FROM (entry.expires, entry.reason))""";

    /// Those that were there at a change and are gone, of the same sources and with the same terms.
    static final String BRING_BACK = """
            INSERT INTO entry (list_id, expression, source_id, added, expires, reason)
            SELECT list_id, expression, source_id, ?2, expires, reason FROM entry AS earlier
            WHERE list_id = ?1 AND added <= ?3 AND removed > ?3 AND NOT EXISTS (
                SELECT 1 FROM entry AS there
                WHERE there.list_id = ?1 AND left(there.expression, 2048) = left(earlier.expression, 2048)
                    AND there.expression = earlier.expression
                    AND there.source_id = earlier.source_id AND there.removed IS NULL)""";

    static final String COUNT = """
            SELECT count(DISTINCT expression) FROM entry
            WHERE list_id = ?1 AND added <= ?2 AND (removed IS NULL OR removed > ?2)""";

    static final String COUNT_OF_SOURCE = """
            SELECT count(*) FROM entry
            WHERE list_id = ?1 AND added <= ?2 AND (removed IS NULL OR removed > ?2) AND source_id = ?3""";

    static final String COUNT_ENDED = "SELECT count(*) FROM entry WHERE list_id = ? AND removed <= ?";

    static final String ENDED = """
            SELECT DISTINCT left(expression, 2048) AS head, expression FROM entry
            WHERE list_id = ?1 AND (left(expression, 2048), expression) > (left(?2, 2048), ?2) AND removed <= ?3
            ORDER BY left(expression, 2048), expression LIMIT ?4""";

    static final String FORGET = "DELETE FROM entry WHERE " + places("?3", "removed <= ?2");

    static final String HISTORY = """
            SELECT * FROM entry
            WHERE list_id = ?1 AND left(expression, 2048) = left(?2, 2048) AND expression = ?2
            ORDER BY added, source_id""";

    private PostgresQueries() {}

    /// The entries of one expression of a batch. A sub-query that the planner may not take apart (OFFSET 0): it would go
    /// through the whole list for each batch where it knows nothing about the table yet.
    ///
    /// @param columns of the entries
    /// @param conditions on the entries
    private static String each(String columns, String batch, String conditions) {
        return """
                CROSS JOIN LATERAL (
                    SELECT %s FROM entry
                    WHERE list_id = ?1 AND left(expression, 2048) = left(%s, 2048) AND expression = %2$s AND %s OFFSET 0
                ) AS found\s""".formatted(columns, batch, conditions);
    }

    /// The places of the entries of a batch of texts.
    ///
    /// @param batch the number of the argument
    private static String places(String batch, String conditions) {
        return "ctid = ANY (ARRAY (SELECT found.place FROM unnest(" + batch + ") AS batch (text) "
                + each("ctid AS place", "batch.text", conditions) + "))";
    }
}
