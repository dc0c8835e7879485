package bloomward.server.store;

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

    /// All rows as they are, for a copy of the store.
    StoredRows rows();
}
