package bloomward.server.store.sql;

import bloomward.format.Digest;
import bloomward.server.store.TokenTable;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Tokens.
public final class SqlTokens implements TokenTable {

    private final SqlSession<?> session;

    public SqlTokens(SqlSession<?> session) {
        this.session = session;
    }

    @Override
    public TokenRow create(TokenRow row) throws IOException {
        Sql db = session.writing();
        if (db.number("SELECT count(*) FROM token WHERE name = ? AND revoked_at IS NULL", row.name()) != 0) {
            throw new IllegalArgumentException("there is a token " + row.name() + " that is not revoked");
        }
        db.update("INSERT INTO token (name, role, sha256, created_at, revoked_at, made_by) VALUES (?, ?, ?, ?, ?, ?)",
                row.name(), row.role(), row.sha256(), row.createdAt(), row.revokedAt(), row.madeBy());
        return find(row.sha256()).orElseThrow();
    }

    @Override
    public Optional<TokenRow> find(Digest sha256) throws IOException {
        return session.reading().first("SELECT * FROM token WHERE sha256 = ?", SqlTokens::row, sha256);
    }

    @Override
    public List<TokenRow> all() throws IOException {
        return session.reading().list("SELECT * FROM token ORDER BY id", SqlTokens::row);
    }

    @Override
    public boolean revoke(long id, Instant at) throws IOException {
        return session.writing()
                .update("UPDATE token SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", at, id) == 1;
    }

    private static TokenRow row(SqlRow row) throws SQLException, IOException {
        return new TokenRow(row.number("id"), row.text("name"), row.text("role"), row.digest("sha256"),
                row.instant("created_at"), row.optionalInstant("revoked_at"), row.optionalText("made_by"));
    }
}
