package bloomward.server.store.postgres;

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
record PostgresTables(ListTable lists, EntryTable entries, HoldTable holds, AllowTable allowed,
        PublicationTable publications, FeedTable feeds, TokenTable tokens, ReportTable reports, AuditLog audit,
        ReviewTable reviews, HistoryTable history, Optional<FileTable> files, Optional<FileTable> sharedFiles,
        Optional<ServerTable> servers, StoredRows rows) implements Tables {

    static PostgresTables on(PostgresSession session) {
        return new PostgresTables(new PostgresLists(session), new PostgresEntries(session), new PostgresHolds(session),
                new PostgresAllowed(session), new PostgresPublications(session), new PostgresFeeds(session),
                new PostgresTokens(session), new PostgresReports(session), new PostgresAudit(session),
                new PostgresReviews(session), new PostgresHistory(session),
                Optional.of(new PostgresFiles(session, "file")), Optional.of(new PostgresFiles(session, "shared_file")),
                Optional.of(new PostgresServers(session)), new PostgresRows(session));
    }
}
