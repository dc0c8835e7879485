package bloomward.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The databases themselves take the statements in the tests of the contract.
final class DialectTest {

    private static final String SQL = "SELECT greater(a, place(b, ?1)) FROM t WHERE key(c) = key(?2) AND c IN texts(?3)"
            + " AND id NOT IN numbers(?) AND replace(monkey(d), 'key', 'x') = (d)";

    @Test
    void spellsEachWord() {
        assertThat(Dialect.SQLITE.spell(SQL)).isEqualTo(
                "SELECT max(a, instr(b, ?1)) FROM t WHERE (c) = (?2) AND c IN (SELECT value FROM json_each(?3))"
                        + " AND id NOT IN (SELECT value FROM json_each(?)) AND replace(monkey(d), 'key', 'x') = (d)");
        assertThat(Dialect.POSTGRESQL.spell(SQL))
                .isEqualTo("SELECT greatest(a, strpos(b, ?1)) FROM t WHERE text_digest(c) = text_digest(?2)"
                        + " AND c IN (SELECT json_array_elements_text(CAST(?3 AS json)))"
                        + " AND id NOT IN (SELECT CAST(json_array_elements_text(CAST(? AS json)) AS bigint))"
                        + " AND replace(monkey(d), 'key', 'x') = (d)");
    }
}
