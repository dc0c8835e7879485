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
import java.util.Optional;

/// All tables on one connection.
record SqliteTables(ListTable lists, EntryTable entries, HoldTable holds, AllowTable allowed,
        PublicationTable publications, FeedTable feeds, TokenTable tokens, ReportTable reports, AuditLog audit,
        ReviewTable reviews, HistoryTable history, Optional<FileTable> files, Optional<FileTable> sharedFiles,
        Optional<ServerTable> servers, StoredRows rows) implements Tables {

    static SqliteTables on(BorrowedConnection session) {
        return new SqliteTables(new SqliteLists(session), new SqliteEntries(session), new SqliteHolds(session),
                new SqliteAllowed(session), new SqlitePublications(session), new SqliteFeeds(session),
                new SqliteTokens(session), new SqliteReports(session), new SqliteAudit(session),
                new SqliteReviews(session), new SqliteHistory(session), Optional.empty(), Optional.empty(),
                Optional.empty(), new SqliteRows(session));
    }
}
