package bloomward.server.store.postgres;

import bloomward.format.Digest;
import bloomward.server.store.FileTable;
import bloomward.server.store.sql.SqlRow;
import bloomward.server.store.sql.SqlSession;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Files, a row each: those that are published, or those that servers share. They go in as a stream and come out in pieces, so memory never holds a whole one.
final class PostgresFiles implements FileTable {

    private static final int PIECE_IN_BYTES = 1 << 20;

    private final SqlSession<PostgresDb> session;
    private final String table;

    PostgresFiles(SqlSession<PostgresDb> session, String table) {
        this.session = session;
        this.table = table;
    }

    @Override
    public void put(FileRow file, InputStream bytes) throws IOException {
        DigestInputStream digested = new DigestInputStream(bytes, Digest.newSha256());
        session.writing()
                .update("INSERT INTO " + table + """
                 (path, sha256, length, bytes) VALUES (?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET sha256 = excluded.sha256, length = excluded.length,
                    bytes = excluded.bytes""", file.path(), file.sha256(), file.length(),
                        new StreamArgument(digested, Math.toIntExact(file.length())));
        Digest found = Digest.finish(digested.getMessageDigest());
        if (!found.equals(file.sha256()) || bytes.read() >= 0) {
            throw new IOException(file.path() + ": the bytes have digest " + found + ", expected " + file.sha256()
                    + " of " + file.length() + " bytes");
        }
    }

    /// An argument that is read as it is sent.
    record StreamArgument(InputStream in, int length) {}

    @Override
    public Optional<FileRow> find(String path) throws IOException {
        return session.reading()
                .first("SELECT path, sha256, length FROM " + table + " WHERE path = ?", PostgresFiles::row, path);
    }

    @Override
    public List<FileRow> all() throws IOException {
        return session.reading()
                .list("SELECT path, sha256, length FROM " + table + " ORDER BY path", PostgresFiles::row);
    }

    @Override
    public void copy(String path, OutputStream out) throws IOException {
        FileRow file = find(path).orElseThrow(() -> new IOException(path + ": no such file in the store"));
        MessageDigest sha256 = Digest.newSha256();
        long length = 0;
        while (true) {
            byte[] piece = session.reading()
                    .first("SELECT substring(bytes FROM ? FOR ?) AS piece FROM " + table + " WHERE path = ?",
                            row -> row.bytes("piece"), new SmallNumber(length + 1), new SmallNumber(PIECE_IN_BYTES),
                            path)
                    .orElse(new byte[0]);
            if (piece.length == 0) {
                break;
            }
            sha256.update(piece);
            out.write(piece);
            length += piece.length;
        }
        Digest found = Digest.finish(sha256);
        if (length != file.length() || !found.equals(file.sha256())) {
            throw new IOException("damaged database: " + path + " has digest " + found + " of " + length
                    + " bytes, expected " + file.sha256() + " of " + file.length());
        }
    }

    /// An argument of 32 bits, where PostgreSQL has no function for more.
    record SmallNumber(int value) {

        SmallNumber(long value) {
            this(Math.toIntExact(value));
        }
    }

    @Override
    public long remove(Collection<String> paths) throws IOException {
        return session.writing()
                .update("DELETE FROM " + table + " WHERE path = ANY (?)", (Object) paths.toArray(String[]::new));
    }

    private static FileRow row(SqlRow row) throws SQLException, IOException {
        return new FileRow(row.text("path"), row.digest("sha256"), row.number("length"));
    }
}
