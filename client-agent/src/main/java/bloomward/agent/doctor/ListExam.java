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

/// Examines what the installed lists answer.
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
        String latest = "latest of " + protection.latest().issued() + ", until " + protection.latest().expires();
        return switch (protection.freshnessAt(instruments.clock().instant())) {
            case FRESH -> Finding.ok(FRESHNESS, "fresh: " + latest);
            case STALE -> Finding.warning(FRESHNESS, "stale: " + latest + "; there may be newer lists",
                    "see what is said of the server below; bloomward agent update --now");
            case EXPIRED -> Finding.problem(FRESHNESS,
                    "expired: the lists were valid until " + protection.manifest().expires()
                            + "; what is not found is unknown",
                    "see what is said of the server below; bloomward agent update --now");
        };
    }

    /// URLs that harm nobody, of which each list has some and no list has one.
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
            wrong.add(TestEntries.neverListed() + " is found, which is never listed");
        }
        return wrong.isEmpty()
                ? Finding.ok(TEST_ENTRIES, found + " found as they should be, and the one that is never listed is not")
                : Finding.problem(TEST_ENTRIES, String.join("; ", wrong),
                        "bloomward agent update --now; tell the publisher if " + "that does not help");
    }

    private boolean isHit(String expression) {
        return switch (instruments.judge().judge(protection, "http://" + expression)) {
            case Verdict.Listed _ -> true;
            case Verdict.Unknown(Reason reason, String _) -> reason == Reason.UNCONFIRMED;
            case Verdict.Clean _,Verdict.Allowed _ -> false;
        };
    }
}
