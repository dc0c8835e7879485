package bloomward.format.url;

/// The numbered rules by which a URL becomes expressions (FORMAT.md 2).
enum Rules {

    /// Those of Safe Browsing's page "URLs and Hashing": canonical 1.
    SAFE_BROWSING(5, 4),
    /// The same, with the host and the path that browsers visit, and further reach: canonical 2.
    BROWSERS(12, 9);

    private final int suffixLabels;
    private final int directories;

    Rules(int suffixLabels, int directories) {
        this.suffixLabels = suffixLabels;
        this.directories = directories;
    }

    /// The most labels of a suffix that is not the whole host.
    int suffixLabels() {
        return suffixLabels;
    }

    /// The most directories of a path, `/` included.
    int directories() {
        return directories;
    }
}
