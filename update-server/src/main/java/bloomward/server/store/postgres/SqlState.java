package bloomward.server.store.postgres;

import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The code with which PostgreSQL says what went wrong.
record SqlState(String code) {

    static SqlState of(SQLException e) {
        @Nullable
        String code = e.getSQLState();
        return new SqlState(code == null ? "" : code);
    }

    /// Whether the connection is gone with it, so that nothing more can be asked on it.
    boolean isBroken() {
        return code.startsWith("08") || code.startsWith("57P0") || code.equals("25P03") || code.equals("57P05");
    }

    /// Whether the database is about to take connections again.
    boolean isStarting() {
        return code.equals("57P03");
    }

    /// The exception that names the database and says what helps.
    static IOException translate(String database, SQLException e) {
        String what = switch (of(e).code()) {
            case "28P01" -> "wrong password; it is read from store-password-file, or else from PGPASSFILE or ~/.pgpass";
            case "28000" -> "the user may not connect";
            case "08004" -> "no password, or one that does not fit; name its file with store-password-file, or use"
                    + " PGPASSFILE or ~/.pgpass";
            case "3D000" -> "there is no such database; make it with createdb";
            case "42501" -> "the user lacks a right";
            case "25006" -> "read-only; name the primary server in the address";
            case "53100" -> "no space left on the database's disk; nothing was changed";
            case "53300" -> "too many connections";
            case "55P03" -> "another server has been writing for too long; nothing was changed";
            case "25P03" -> "the work paused for too long; nothing was changed";
            case "57014" -> "the database ended the question; nothing was changed";
            case "57P01", "57P02", "57P03" -> "the database is being stopped or started";
            case "XX001", "XX002" -> "the database is damaged; restore a backup";
            case "08001" -> "cannot be reached";
            case "08000", "08003", "08006", "08007", "08P01" -> "the connection was lost";
            default -> "the database refused";
        };
        return new IOException(database + ": " + what + " (" + e.getMessage() + ")", e);
    }
}
