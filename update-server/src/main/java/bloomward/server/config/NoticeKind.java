package bloomward.server.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The kinds of conditions that the server tells somebody about. A setting switches each of them off.
public enum NoticeKind {

    FEED_FAILING("feed cannot be fetched or read", "'bloomward-admin feed list' gives the reason"),
    FEED_HELD("feed changed too much and is held", "'bloomward-admin holds list' shows it; release or reject it"),
    HOLDS_WAITING("held entries wait for a decision", "'bloomward-admin holds list' shows them"),
    PUBLICATION_STALLED("changes are not published",
            "'bloomward-admin diff LIST', then 'publish LIST'; the server's"
                    + " log has the reason if it was to publish them itself"),
    APPROVAL_WAITING("a draft or a publication waits for other people",
            "'bloomward-admin approve LIST', or 'sign-pending' by people with keys"),
    EXPIRY("something that agents rely on expires", "KEYS.md tells how to renew a root; OPERATING.md, a certificate"),
    AGENTS_STALE("agents do not follow the publication", "ask an agent: 'bloomward agent doctor'"),
    DISK_LOW("little disk space is left", "OPERATING.md, section Disk"),
    REPORTS_WAITING("reports of people wait for a decision", "'bloomward-admin reports list' shows them"),
    SERVER_AWAY("a server of the database is away or has trouble", "'bloomward-admin servers' shows it");

    private final String title;
    private final String remedy;

    NoticeKind(String title, String remedy) {
        this.title = title;
        this.remedy = remedy;
    }

    /// The name in settings, messages and metrics, such as `feed-failing`.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The kind with this name, if there is one.
    public static Optional<NoticeKind> labelled(String label) {
        return Arrays.stream(values()).filter(kind -> kind.label().equals(label)).findFirst();
    }

    /// The condition, in a few words.
    public String title() {
        return title;
    }

    /// The next step, for a person.
    public String remedy() {
        return remedy;
    }
}
