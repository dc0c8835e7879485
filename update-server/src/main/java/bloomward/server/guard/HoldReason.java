package bloomward.server.guard;

import java.util.Arrays;
import java.util.Optional;

/// The reasons to hold or refuse a change, in order of weight: of several, the first is named.
public enum HoldReason {

    PROTECTED_HOST("protected-host", Release.NEVER, "would list a host that must always be reachable",
            "remove the entry; the list of protected hosts has its own approval"),
    PUBLIC_SUFFIX("public-suffix", Release.SECOND_PERSON, "would list every site registered below a public suffix",
            "list individual hosts below it; listing all of them needs a second person"),
    PRIVATE_SUFFIX("private-suffix", Release.ONE_PERSON, "would list the sites of all customers of a hosting service",
            "list the site or the page below it"),
    SHORTENER("shortener", Release.ONE_PERSON, "would list every link of a shortener or redirector",
            "list the link itself, with its path"),
    POPULAR_HOST("popular-host", Release.ONE_PERSON, "would list a widely used host",
            "list the page or directory, or confirm that the whole host is meant"),
    KEY_COLLISION("key-collision", Release.ONE_PERSON, "shares its key with a host that must not be listed",
            "remove the entry, or give the list new keys"),
    BUCKET_FULL("bucket-full", Release.ONE_PERSON, "is more than the confirm answers of its bucket hold",
            "remove the entries that crowd its bucket, then release it"),
    ALLOW_CONFLICT("allow-conflict", Release.ONE_PERSON, "would hide listed entries",
            "allow less, or confirm that these entries should have no effect"),
    FEED_SHRANK("feed-shrank", Release.ONE_PERSON, "the feed lost an unusual number of entries",
            "inspect the feed; release it if the change is intended"),
    FEED_GREW("feed-grew", Release.ONE_PERSON, "the feed gained an unusual number of entries",
            "inspect the feed; release it if the change is intended"),
    WILDCARD_SUFFIX("wildcard-suffix", Release.NOT_NEEDED, "a public suffix by a wildcard rule only",
            "nothing, if it is the site of one customer");

    /// The approval needed for release.
    public enum Release {
        /// None; it passes with a warning.
        NOT_NEEDED,
        /// A person with the right role.
        ONE_PERSON,
        /// A person other than the one who proposed the change.
        SECOND_PERSON,
        /// None is possible.
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

    /// The reason with this name, if there is one.
    public static Optional<HoldReason> labelled(String label) {
        return Arrays.stream(values()).filter(reason -> reason.label.equals(label)).findFirst();
    }

    public Release release() {
        return release;
    }

    /// Whether only compiling a list shows it, so that no guard recognises the entry when it is listed again.
    public boolean isShownByCompiling() {
        return this == KEY_COLLISION || this == BUCKET_FULL;
    }

    /// The effect of the change, in a few words.
    public String description() {
        return description;
    }

    /// The remedy for a person.
    public String remedy() {
        return remedy;
    }
}
