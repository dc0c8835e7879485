package bloomward.server.store;

/// All tables on one connection.
record SqliteTables(ListTable lists, EntryTable entries, HoldTable holds, AllowTable allowed,
        PublicationTable publications, FeedTable feeds, TokenTable tokens, AuditLog audit) implements Tables {

    static SqliteTables on(Session session) {
        return new SqliteTables(new SqliteLists(session), new SqliteEntries(session), new SqliteHolds(session),
                new SqliteAllowed(session), new SqlitePublications(session), new SqliteFeeds(session),
                new SqliteTokens(session), new SqliteAudit(session));
    }
}
