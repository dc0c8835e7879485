package bloomward.format.release;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bloomward.format.confirm.Category;
import bloomward.format.release.ReleaseException.Reason;
import java.util.function.Predicate;

/// Entries that every publication has, and one that none has, so that server, agent and user can test a list without
/// visiting anything harmful. Their hosts are under `.test`, which cannot be registered (RFC 6761).
public final class TestEntries {

    private static final String LISTED = ".listed.bloomward.test/";
    private static final String NEVER = "never.unlisted.bloomward.test/";

    private TestEntries() {}

    /// The expression, with scope host, that a list has for each of its categories: `malware.listed.bloomward.test/`.
    public static String listed(Category category) {
        return category.name() + LISTED;
    }

    /// The expression that no list ever has.
    public static String neverListed() {
        return NEVER;
    }

    /// Refuses a list that misses a test entry, or finds the one that is never listed, even if its digests are right.
    ///
    /// @param lookup tells whether the list has the key of an expression; exact, like packed
    public static void check(ListRelease list, Predicate<byte[]> lookup) throws ReleaseException {
        for (Category category : list.categories()) {
            if (!lookup.test(listed(category).getBytes(US_ASCII))) {
                throw new ReleaseException(Reason.TEST_ENTRIES,
                        "list " + list.name() + ": does not find " + listed(category));
            }
        }
        if (lookup.test(NEVER.getBytes(US_ASCII))) {
            throw new ReleaseException(Reason.TEST_ENTRIES, "list " + list.name() + ": finds " + NEVER);
        }
    }
}
