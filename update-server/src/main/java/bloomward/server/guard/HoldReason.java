package bloomward.server.guard;

import java.util.Arrays;
import java.util.Optional;

/// Why something waits for a person, or never passes. In the order of their weight: of several, the first is named.
public enum HoldReason {

    PROTECTED_HOST("protected-host", Release.NEVER, "would list a host that must always be reachable",
            "take the entry out; the list of protected hosts has its own approval"),
    PUBLIC_SUFFIX("public-suffix", Release.SECOND_PERSON,
            "would list everything that is registered below a public suffix",
            "list the hosts below it; a second person must agree to list all of them"),
    PRIVATE_SUFFIX("private-suffix", Release.ONE_PERSON, "would list the sites of all customers of a hosting service",
            "list the site or the page below it"),
    SHORTENER("shortener", Release.ONE_PERSON, "would list every link of a shortener or redirector",
            "list the link itself, with its path"),
    POPULAR_HOST("popular-host", Release.ONE_PERSON, "would list a host that many people use",
            "list the page or directory, or confirm that the whole host is meant"),
    KEY_COLLISION("key-collision", Release.ONE_PERSON, "shares its key with a host that must not be listed",
            "take the entry out, or give the list new keys"),
    ALLOW_CONFLICT("allow-conflict", Release.ONE_PERSON, "would hide entries that are listed",
            "allow less, or confirm that these entries shall not count"),
    FEED_SHRANK("feed-shrank", Release.ONE_PERSON, "the feed lost more entries than it does from day to day",
            "look at the feed; release it if the publisher meant it"),
    FEED_GREW("feed-grew", Release.ONE_PERSON, "the feed gained more entries than it does from day to day",
            "look at the feed; release it if the publisher meant it"),
    WILDCARD_SUFFIX("wildcard-suffix", Release.NOT_NEEDED, "a public suffix by a wildcard rule only",
            "nothing, if it is the site of one customer");

    /// Who can let it pass.
    public enum Release {
        /// It passes; it is only shown.
        NOT_NEEDED,
        /// A person with the right role.
        ONE_PERSON,
        /// A person other than the one who brought it in.
        SECOND_PERSON,
        /// Nobody.
        NEVER
    }

    private final String label;
    private final Release release;
    private final String description;
    private final String remedy;

    HoldReason(String label, Release release, String description, String remedy) {
        this.label = label;
        this.release = release;
        this.description = description;
        this.remedy = remedy;
    }

    /// The name in JSON, on the command line and in the log.
    public String label() {
        return label;
    }

    /// The reason of this name, if there is one.
    public static Optional<HoldReason> labelled(String label) {
        return Arrays.stream(values()).filter(reason -> reason.label.equals(label)).findFirst();
    }

    public Release release() {
        return release;
    }

    /// What would happen, in a few words.
    public String description() {
        return description;
    }

    /// What a person can do about it.
    public String remedy() {
        return remedy;
    }
}
