package bloomward.server.admin;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// What is said about holds, allowed expressions, feeds, guards, tokens, the audit log and roots.
public final class OtherReports {

    private OtherReports() {}

    /// @param expression empty where a whole import is held
    /// @param remedy what can be done about it
    /// @param state open, released, rejected or withdrawn
    public record HoldView(long id, String list, String source, String expression, String reason, String detail,
            String remedy, long line, String by, Instant at, String state, String decidedBy, String decisionReason) {}

    /// @param ids empty with `all`
    /// @param list only holds of this list, empty for all
    /// @param release or reject
    /// @param reason needed
    public record HoldDecision(List<Long> ids, boolean all, String list, boolean release, String reason) {}

    /// @param added to drafts
    /// @param needOther ids of those that a second person must release
    public record HoldReport(long decided, long added, List<Long> needOther) {}

    public record AllowView(String expression, String scope, String reason, String by, Instant at, String expires,
            boolean held) {}

    /// @param held what would hide listed entries and waits for a person
    public record AllowReport(long added, List<String> held, long removed) {}

    /// @param definition TOML
    /// @param list where its entries go
    public record NewFeed(String definition, String list) {}

    /// Times are RFC 3339 or empty.
    public record FeedView(String name, String list, String url, boolean enabled, String lastAttempt,
            String lastSuccess, String lastChange, String nextFetch, int failures, String lastError, String licence,
            Map<String, Long> counts) {}

    /// @param enabled whether it is fetched on its schedule
    public record FeedSettings(boolean enabled) {}

    /// One of the lists that guards know.
    ///
    /// @param origin shipped, or who replaced it and when
    public record GuardView(String name, long hosts, String origin) {}

    public record NewToken(String name, String role) {}

    /// @param madeBy name of the token with which it was made; empty where it was made on the machine
    /// @param token the secret, shown this once; empty otherwise
    public record TokenView(long id, String name, String role, Instant createdAt, boolean revoked, String madeBy,
            String token) {}

    public record AuditView(long number, Instant at, String actor, String action, String subject, String detail,
            String hash) {}

    /// @param intact whether every hash fits
    /// @param firstBroken 0 if none is
    public record AuditVerification(boolean intact, long rows, String head, long firstBroken, String what) {}

    /// A root note that the server has.
    ///
    /// @param note as agents get it
    /// @param keysHere the keys that are on the server
    public record RootView(long version, String note, String sha256, Instant expires, List<String> roots,
            int rootThreshold, List<String> publishers, int publisherThreshold, String timestamp, boolean isCurrent,
            List<String> keysHere) {}
}
