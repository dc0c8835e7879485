package bloomward.agent.doctor;

import bloomward.agent.check.Verdict;
import bloomward.agent.check.Verdict.Reason;
import bloomward.agent.store.ListFilter;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Protection;
import bloomward.format.confirm.Category;
import bloomward.format.release.TestEntries;
import java.util.ArrayList;
import java.util.List;

/// Examines the answers of the installed lists.
final class ListExam {

    private static final String FRESHNESS = "freshness";
    private static final String TEST_ENTRIES = "test-entries";

    private final Protection protection;
    private final Instruments instruments;

    ListExam(LoadedSet set, Instruments instruments) {
        this.protection = set.protection();
        this.instruments = instruments;
    }

    Finding freshness() {
        String latest = "latest signed at " + protection.latest().issued() + ", valid until "
                + protection.latest().expires();
        return switch (protection.freshnessAt(instruments.clock().instant())) {
            case FRESH -> Finding.ok(FRESHNESS, "fresh: " + latest);
            case STALE -> Finding.warning(FRESHNESS, "stale: " + latest + "; there may be newer lists",
                    "see the findings on the server below; run bloomward agent update --now");
            case EXPIRED -> Finding.problem(FRESHNESS,
                    "expired: the lists were valid until " + protection.manifest().expires()
                            + "; URLs not found are unknown",
                    "see the findings on the server below; run bloomward agent update --now");
        };
    }

    /// Looks up harmless test URLs: each list contains some of them, and no list contains the last one.
    Finding testEntries() {
        List<String> wrong = new ArrayList<>();
        int found = 0;
        for (ListFilter list : protection.lists()) {
            for (Category category : list.release().categories()) {
                if (isHit(TestEntries.listed(category))) {
                    found++;
                } else {
                    wrong.add("list " + list.release().name() + " does not find " + TestEntries.listed(category));
                }
            }
        }
        if (isHit(TestEntries.neverListed())) {
            wrong.add(TestEntries.neverListed() + " is found, although it is never listed");
        }
        return wrong.isEmpty()
                ? Finding.ok(TEST_ENTRIES, found + " found as expected; the one that is never listed is not found")
                : Finding.problem(TEST_ENTRIES, String.join("; ", wrong),
                        "bloomward agent update --now; if that does not help, tell the publisher");
    }

    private boolean isHit(String expression) {
        return switch (instruments.judge().judge(protection, "http://" + expression)) {
            case Verdict.Listed _ -> true;
            case Verdict.Unknown(Reason reason, String _) -> reason == Reason.UNCONFIRMED;
            case Verdict.Clean _,Verdict.Allowed _ -> false;
        };
    }
}
