package bloomward.server.store.sqlite;

/// The statements that read and change entries. `?1` is always the list; a batch of expressions comes as JSON.
final class EntryQueries {

    static final String SCAN = """
            SELECT group_concat(expression || char(9) || source_id, char(10)) FROM (
                SELECT expression, source_id FROM entry
                WHERE list_id = ?1 AND (expression, source_id) > (?2, ?3)
                    AND added <= ?4 AND (removed IS NULL OR removed > ?4)
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

    /// The order of the join is written out (CROSS): the other one would go through the list for each batch.
    static final String UPDATE_DETAILS = """
            REPLACE INTO entry (list_id, expression, source_id, added, expires, reason)
            SELECT list_id, expression, source_id, added, value ->> 1, value ->> 2
            FROM json_each(?3) CROSS JOIN entry
            WHERE list_id = ?1 AND expression = value ->> 0 AND source_id = ?2 AND removed IS NULL
                AND (expires IS NOT value ->> 1 OR reason IS NOT value ->> 2)""";

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

    static final String NOT_THERE_AT = """
            added > ?3 AND NOT EXISTS (
                SELECT 1 FROM entry AS earlier
                WHERE earlier.list_id = ?1 AND earlier.expression = entry.expression
                    AND earlier.source_id = entry.source_id AND earlier.added <= ?3 AND earlier.removed > ?3)""";

    /// Those that were there at a change and are gone, of the same sources.
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

    static final String HISTORY = """
            SELECT * FROM entry WHERE list_id = ? AND expression = ? ORDER BY added, source_id""";

    private EntryQueries() {}
}
