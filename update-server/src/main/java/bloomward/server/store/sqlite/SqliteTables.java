package bloomward.server.store.sqlite;

import bloomward.server.store.AllowTable;
import bloomward.server.store.AuditLog;
import bloomward.server.store.EntryTable;
import bloomward.server.store.FeedTable;
import bloomward.server.store.FileTable;
import bloomward.server.store.HoldTable;
import bloomward.server.store.ListTable;
import bloomward.server.store.PublicationTable;
import bloomward.server.store.ReportTable;
import bloomward.server.store.StoredRows;
import bloomward.server.store.Tables;
import bloomward.server.store.TokenTable;
import bloomward.server.store.cluster.ServerTable;
import bloomward.server.store.history.HistoryTable;
import bloomward.server.store.history.ReviewTable;
import bloomward.server.store.sql.SqlAllowed;
import bloomward.server.store.sql.SqlAudit;
import bloomward.server.store.sql.SqlFeeds;
import bloomward.server.store.sql.SqlHistory;
import bloomward.server.store.sql.SqlHolds;
import bloomward.server.store.sql.SqlLists;
import bloomward.server.store.sql.SqlPublications;
import bloomward.server.store.sql.SqlReports;
import bloomward.server.store.sql.SqlReviews;
import bloomward.server.store.sql.SqlSession;
import bloomward.server.store.sql.SqlTokens;
import java.util.Optional;

/// All tables on one connection.
record SqliteTables(ListTable lists, EntryTable entries, HoldTable holds, AllowTable allowed,
        PublicationTable publications, FeedTable feeds, TokenTable tokens, ReportTable reports, AuditLog audit,
        ReviewTable reviews, HistoryTable history, Optional<FileTable> files, Optional<FileTable> sharedFiles,
        Optional<ServerTable> servers, StoredRows rows) implements Tables {

    static SqliteTables on(SqlSession<Db> session) {
        return new SqliteTables(new SqlLists(session), new SqliteEntries(session), new SqlHolds(session),
                new SqlAllowed(session), new SqlPublications(session), new SqlFeeds(session), new SqlTokens(session),
                new SqlReports(session), new SqlAudit(session), new SqlReviews(session), new SqlHistory(session),
                Optional.empty(), Optional.empty(), Optional.empty(), new SqliteRows(session));
    }
}
