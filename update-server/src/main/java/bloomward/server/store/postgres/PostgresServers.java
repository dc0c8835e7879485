package bloomward.server.store.postgres;

import bloomward.server.store.cluster.Fence;
import bloomward.server.store.cluster.NotLeadingException;
import bloomward.server.store.cluster.Pulse;
import bloomward.server.store.cluster.ServerRow;
import bloomward.server.store.cluster.ServerState;
import bloomward.server.store.cluster.ServerTable;
import bloomward.server.store.sql.SqlRow;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// The servers of a database.
final class PostgresServers implements ServerTable {

    /// Those that wait for news listen here.
    static final String CHANNEL = "bloomward";

    private final SqlSession<PostgresDb> session;

    PostgresServers(SqlSession<PostgresDb> session) {
        this.session = session;
    }

    @Override
    public List<ServerRow> all() throws IOException {
        return session.reading().list("""
                SELECT server.*, seen + ? > now_millis() AS is_there,
                    id = lead.server AND lease.until > now_millis() AS leads
                FROM server, lead, lease ORDER BY name, started""", PostgresServers::row, Pulse.LEASE.toMillis());
    }

    private static ServerRow row(SqlRow row) throws SQLException {
        ServerState state = new ServerState(UUID.fromString(row.text("id")), row.text("name"), row.text("version"),
                row.instant("started"), row.number("sequence"), row.optionalInstant("dated"), row.flag("can_date"),
                row.flag("can_sign"), row.text("trouble"));
        return new ServerRow(state, row.instant("seen"), row.flag("is_there"), row.flag("leads"));
    }

    @Override
    public void requireLead(Fence fence) throws IOException {
        boolean leads = session.writing()
                .first("SELECT fence FROM lead WHERE fence = ? AND server = ?::uuid FOR SHARE",
                        row -> row.number("fence"), fence.number(), fence.server().toString())
                .isPresent();
        if (!leads) {
            throw new NotLeadingException("another server leads now; nothing was changed");
        }
    }

    @Override
    public long revision() throws IOException {
        return session.reading().number("SELECT number FROM revision");
    }

    @Override
    public long advance() throws IOException {
        long number = session.writing().number("UPDATE revision SET number = number + 1 RETURNING number");
        session.writing().text("SELECT pg_notify('" + CHANNEL + "', '')::text");
        return number;
    }
}
