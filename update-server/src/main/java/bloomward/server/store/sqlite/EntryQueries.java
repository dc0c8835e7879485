package bloomward.server.store.sqlite;

/// The statements that read and change entries. `?1` is always the list; a batch of expressions comes as JSON.
final class EntryQueries {

    static final String SCAN = """
            SELECT group_concat(expression || char(9) || source_id, char(10)) FROM (
                SELECT expression, source_id FROM entry
                WHERE list_id = ?1 AND (expression, source_id) > (?2, ?3)
                    AND added <= ?4 AND (removed IS NULL OR removed > ?4)
                ORDER BY expression, source_id LIMIT ?5)""";

    /// Behind the source: the changes that added and removed an entry, its end, and its reason in hex behind a letter.
    static final String ENTRIES = """
            SELECT group_concat(expression || char(9) || source_id || char(9) || added || char(9) || ifnull(removed, '')
                || char(9) || ifnull(expires, '') || char(9)
                || CASE WHEN reason IS NULL THEN '' ELSE 'r' || hex(reason) END, char(10))
            FROM (
                SELECT * FROM entry
                WHERE list_id = ?1 AND (expression, source_id) > (?2, ?3)
                    AND added <= ?4 AND (removed IS NULL OR removed > ?4)
                    AND (?6 = '' OR instr(lower(expression), ?6))
                ORDER BY expression, source_id LIMIT ?5)""";

    /// The expressions that a source lists, with 1 where there is an expiry or a reason.
    static final String OF_SOURCE = """
            SELECT group_concat(expression || CASE WHEN expires IS NULL AND reason IS NULL
                THEN char(9) || '0' ELSE char(9) || '1' END, char(10)) FROM (
                SELECT expression, expires, reason FROM entry
                WHERE list_id = ?1 AND expression > ?2 AND source_id = ?3 AND removed IS NULL
                ORDER BY expression LIMIT ?4)""";

    /// A source that lists what was not listed before or, negated, one that listed what no longer is. An expression
    /// with an entry that is there at both ends has not changed; that is asked only for entries that came or went
    /// between.
    static final String DIFF = """
            SELECT group_concat(expression || char(9) || number, char(10)) FROM (
                SELECT expression,
                    CASE WHEN max(is_at_to) THEN min(CASE WHEN is_at_to THEN source_id END)
                        ELSE -min(CASE WHEN is_at_from THEN source_id END) END AS number
                FROM (
                    SELECT expression, source_id,
                        added <= ?3 AND ifnull(removed > ?3, 1) AS is_at_from,
                        added <= ?4 AND ifnull(removed > ?4, 1) AS is_at_to
                    FROM entry
                    WHERE list_id = ?1 AND expression > ?2
                        AND (added > ?5 AND added <= ?6 OR removed > ?5 AND removed <= ?6)) AS touched
                GROUP BY expression HAVING max(is_at_from) <> max(is_at_to) AND (?5 = 0 OR NOT EXISTS (
                    SELECT 1 FROM entry AS staying
                    WHERE staying.list_id = ?1 AND staying.expression = touched.expression
                        AND staying.added <= ?5 AND (staying.removed IS NULL OR staying.removed > ?6)))
                ORDER BY expression LIMIT ?7)""";

    /// The entries at both ends of the expressions that an entry came to or left in between, with the bits of the ends
    /// (SqliteChanges) behind the source.
    static final String CHANGES = """
            SELECT group_concat(expression || char(9) || number || char(9) || expires || char(9) || reason, char(10))
            FROM (
                SELECT entry.expression, source_id * 4 + (added <= ?3 AND ifnull(removed > ?3, 1))
                        + 2 * (added <= ?4 AND ifnull(removed > ?4, 1)) AS number,
                    ifnull(expires, '') AS expires, CASE WHEN reason IS NULL THEN '' ELSE 'r' || hex(reason) END AS reason
                FROM (
                    SELECT DISTINCT expression FROM entry
                    WHERE list_id = ?1 AND expression > ?2
                        AND (added > ?5 AND added <= ?6 OR removed > ?5 AND removed <= ?6)
                        AND (added <= ?3 AND ifnull(removed > ?3, 1) OR added <= ?4 AND ifnull(removed > ?4, 1))
                        AND (?8 = '' OR instr(lower(expression), ?8))
                    ORDER BY expression LIMIT ?7) AS touched
                CROSS JOIN entry
                WHERE entry.list_id = ?1 AND entry.expression = touched.expression
                    AND (added <= ?3 AND ifnull(removed > ?3, 1) OR added <= ?4 AND ifnull(removed > ?4, 1))
                ORDER BY entry.expression, source_id, added)""";

    /// The entries of each source of an expression, as `added-removed` behind the source.
    static final String SPANS = """
            SELECT group_concat(expression || char(9) || source_id || char(9) || spans, char(10)) FROM (
                SELECT expression, source_id, group_concat(added || '-' || ifnull(removed, '')) AS spans FROM entry
                WHERE list_id = ?1 AND (expression, source_id) > (?2, ?3) AND (removed IS NULL OR removed >= ?4)
                GROUP BY expression, source_id ORDER BY expression, source_id LIMIT ?5)""";

    static final String INSERT = """
            INSERT INTO entry (list_id, expression, source_id, added)
            SELECT ?1, value, ?2, ?3 FROM json_each(?4)""";

    static final String INSERT_WITH_DETAILS = """
            INSERT INTO entry (list_id, expression, source_id, added, expires, reason)
            SELECT ?1, value ->> 0, ?2, ?3, value ->> 1, value ->> 2 FROM json_each(?4)\s""";

    static final String INSERT_WHAT_IS_MISSING = INSERT_WITH_DETAILS + """
            WHERE NOT EXISTS (
                SELECT 1 FROM entry AS there
                WHERE there.list_id = ?1 AND there.expression = value ->> 0 AND there.source_id = ?2
                    AND there.removed IS NULL)""";

    /// Entries with other terms than those of a batch. The order of the join is written out (CROSS): the other one would
    /// go through the list for each batch.
    private static final String WITH_OTHER_TERMS = """
            SELECT list_id, expression, source_id, ?4, value ->> 1, value ->> 2
            FROM json_each(?3) CROSS JOIN entry
            WHERE list_id = ?1 AND expression = value ->> 0 AND source_id = ?2 AND removed IS NULL
                AND (expires IS NOT value ->> 1 OR reason IS NOT value ->> 2)\s""";

    /// Other terms of what the change `?4` itself added: the first ones were never visible.
    static final String CORRECT_TERMS = """
            REPLACE INTO entry (list_id, expression, source_id, added, expires, reason)\s""" + WITH_OTHER_TERMS
            + "AND added = ?4";

    /// Other terms are an entry of their own, so that a difference shows them and a roll-back brings the old ones back.
    static final String INSERT_TERMS = """
            INSERT INTO entry (list_id, expression, source_id, added, expires, reason)\s""" + WITH_OTHER_TERMS
            + "AND added < ?4";

    /// Ends the entries that now have another one behind them.
    static final String END_TERMS = """
            UPDATE entry SET removed = ?4 WHERE list_id = ?1 AND source_id = ?2 AND removed IS NULL AND added < ?4
                AND expression IN (SELECT value ->> 0 FROM json_each(?3)) AND EXISTS (
                    SELECT 1 FROM entry AS newer
                    WHERE newer.list_id = ?1 AND newer.expression = entry.expression AND newer.source_id = ?2
                        AND newer.added = ?4)""";

    static final String COUNT_THERE = """
            SELECT count(*) FROM entry WHERE list_id = ?1 AND source_id = ?2 AND removed IS NULL
                AND expression IN (SELECT value FROM json_each(?3))""";

    /// A condition on the entries follows: `?2` is the change.
    static final String REMOVE = """
            UPDATE entry SET removed = ?2 WHERE list_id = ?1 AND removed IS NULL AND\s""";

    /// Entries that the same change added were never visible.
    static final String UNDO = """
            DELETE FROM entry WHERE list_id = ?1 AND removed IS NULL AND added = ?2 AND\s""";

    static final String OF_EXPRESSIONS = "expression IN (SELECT value FROM json_each(?3))";
    static final String OF_EXPRESSIONS_AND_SOURCE = OF_EXPRESSIONS + " AND source_id = ?4";
    static final String EXPIRED = "expires IS NOT NULL AND expires <= ?3";

    /// Neither there at a change, nor like one that was.
    static final String NOT_THERE_AT = """
            added > ?3 AND NOT EXISTS (
                SELECT 1 FROM entry AS earlier
                WHERE earlier.list_id = ?1 AND earlier.expression = entry.expression
                    AND earlier.source_id = entry.source_id AND earlier.added <= ?3 AND earlier.removed > ?3
                    AND earlier.expires IS entry.expires AND earlier.reason IS entry.reason)""";

    /// Those that were there at a change and are gone, of the same sources and with the same terms.
    static final String BRING_BACK = """
            INSERT INTO entry (list_id, expression, source_id, added, expires, reason)
            SELECT list_id, expression, source_id, ?2, expires, reason FROM entry AS earlier
            WHERE list_id = ?1 AND added <= ?3 AND removed > ?3 AND NOT EXISTS (
                SELECT 1 FROM entry AS there
                WHERE there.list_id = ?1 AND there.expression = earlier.expression
                    AND there.source_id = earlier.source_id AND there.removed IS NULL)""";

    static final String COUNT = """
            SELECT count(DISTINCT expression) FROM entry
            WHERE list_id = ?1 AND added <= ?2 AND (removed IS NULL OR removed > ?2)""";

    static final String COUNT_OF_SOURCE = """
            SELECT count(*) FROM entry
            WHERE list_id = ?1 AND added <= ?2 AND (removed IS NULL OR removed > ?2) AND source_id = ?3""";

    static final String COUNT_ENDED = "SELECT count(*) FROM entry WHERE list_id = ? AND removed <= ?";

    static final String ENDED = """
            SELECT DISTINCT expression FROM entry WHERE list_id = ?1 AND expression > ?2 AND removed <= ?3
            ORDER BY expression LIMIT ?4""";

    static final String FORGET = """
            DELETE FROM entry WHERE list_id = ?1 AND removed <= ?2
                AND expression IN (SELECT value FROM json_each(?3))""";

    static final String HISTORY = """
            SELECT * FROM entry WHERE list_id = ? AND expression = ? ORDER BY added, source_id""";

    private EntryQueries() {}
}
