package bloomward.server.store;

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
}
