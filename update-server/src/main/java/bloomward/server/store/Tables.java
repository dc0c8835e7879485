package bloomward.server.store;

import bloomward.server.store.cluster.ServerTable;
import bloomward.server.store.history.HistoryTable;
import bloomward.server.store.history.ReviewTable;
import java.util.Optional;

/// All tables on one state. Valid inside the work that it was given to, for its thread.
public interface Tables {

    ListTable lists();

    EntryTable entries();

    HoldTable holds();

    AllowTable allowed();

    PublicationTable publications();

    FeedTable feeds();

    TokenTable tokens();

    ReportTable reports();

    AuditLog audit();

    ReviewTable reviews();

    HistoryTable history();

    /// Published files; empty in a store that leaves them to the folder of its one server.
    Optional<FileTable> files();

    /// Files of the data folder that are not published and that all servers share; empty in a store of one server.
    Optional<FileTable> sharedFiles();

    /// The servers; empty in a store that only one can have.
    Optional<ServerTable> servers();

    /// All rows as they are, for a copy of the store.
    StoredRows rows();
}
