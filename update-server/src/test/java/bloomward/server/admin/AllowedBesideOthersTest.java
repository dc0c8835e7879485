package bloomward.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.server.admin.HoldAdmin.HoldQuery;
import bloomward.server.admin.view.AllowReports.AllowReport;
import bloomward.server.admin.view.HoldReports.HoldDecision;
import bloomward.server.admin.view.HoldReports.HoldReport;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.draft.HoldDecisions;
import bloomward.server.draft.KeptImports;
import bloomward.server.store.WalkedStore;
import bloomward.server.store.WalkedStore.Happening;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A list of millions, in which somebody searches for the entries that an allowed expression would hide. The others do
/// not wait for the search, and entries that they list meanwhile are found all the same.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AllowedBesideOthersTest {

    private static final Happening NOTHING = () -> {};

    private Bureau bureau;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        bureau = new Bureau(folder);
        bureau.list("phishing", false);
        bureau.list("reviewed", true);
        bureau.add("phishing", "evil.good.example");
    }

    @AfterEach
    void close() throws Exception {
        bureau.close();
    }

    private AllowReport allow(Happening duringWalk, Happening beforeWrite, String... urls) throws Exception {
        WalkedStore store = new WalkedStore(bureau.store, duringWalk, beforeWrite);
        return new AllowAdmin(store, bureau.office.folder(), bureau.office.clock()).allow(Bureau.REVIEWER,
                Bureau.allowing(urls));
    }

    private HoldReport release(Happening duringWalk, Happening beforeWrite) throws Exception {
        long last = bureau.holds.holds(new HoldQuery("", "", "", "open", 0), 1).upTo();
        WalkedStore store = new WalkedStore(bureau.store, duringWalk, beforeWrite);
        return new HoldAdmin(store, new HoldDecisions(new KeptImports(bureau.office.folder().kept())),
                bureau.guardLists, bureau.office.clock())
                .decide(Bureau.REVIEWER, new HoldDecision(List.of(), true, "", "", "", last, true, "meant"));
    }

    @Test
    void aTokenIsRevokedWhileListsAreSearched() throws Exception {
        long token = bureau.tokens.create(Bureau.ADMIN, new NewToken("lost", "editor")).id();
        assertThat(allow(() -> bureau.tokens.revoke(Bureau.ADMIN, token), NOTHING, "good.example").held())
                .containsExactly("good.example/ hides 1 listed entry, such as evil.good.example/");
    }

    @Test
    void whatIsListedBehindTheSearchIsFound() throws Exception {
        AllowReport report = allow(NOTHING, () -> bureau.add("phishing", "new.other.example"), "other.example");
        assertThat(report.held()).containsExactly("other.example/ hides 1 listed entry, such as new.other.example/");
    }

    @Test
    void aListMadeBehindTheSearchIsSearched() throws Exception {
        AllowReport report = allow(NOTHING, () -> {
            bureau.list("late", true);
            bureau.add("late", "new.other.example");
        }, "other.example");
        assertThat(report.added()).isZero();
    }

    @Test
    void whatIsPublishedBehindTheSearchAndGoneFromTheDraftIsFound() throws Exception {
        bureau.add("phishing", "short.other.example");
        AllowReport report = allow(NOTHING, () -> {
            bureau.office.publishDone();
            bureau.entries.remove(Bureau.EDITOR, "phishing", Bureau.urls("short.other.example"));
        }, "other.example");
        assertThat(report.added()).isZero();
    }

    @Test
    void aTokenIsRevokedWhileAReleaseSearches() throws Exception {
        bureau.allowed.allow(Bureau.REVIEWER, Bureau.allowing("good.example"));
        long token = bureau.tokens.create(Bureau.ADMIN, new NewToken("lost", "editor")).id();
        assertThat(release(() -> bureau.tokens.revoke(Bureau.ADMIN, token), NOTHING).decided()).isEqualTo(1);
    }

    @Test
    void aReleaseOfOnesOwnSeesWhatTwoPersonsListBehindTheSearch() throws Exception {
        bureau.allowed.allow(Bureau.REVIEWER, Bureau.allowing("good.example"));
        assertNeedsOther(() -> bureau.add("reviewed", "worse.good.example"));
    }

    @Test
    void aReleaseLeavesWhatIsProposedBehindTheSearch() throws Exception {
        bureau.add("phishing", "wikipedia.org");
        bureau.add("reviewed", "worse.good.example");
        Happening proposed = () -> bureau.allowed.allow(Bureau.REVIEWER, Bureau.allowing("good.example"));
        assertThat(release(NOTHING, proposed).decided()).isEqualTo(1);
        assertThat(bureau.held("", "open")).singleElement()
                .satisfies(hold -> assertThat(hold.expression()).isEqualTo("good.example/"));
    }

    private void assertNeedsOther(Happening beforeWrite) {
        assertThatThrownBy(() -> release(NOTHING, beforeWrite)).isInstanceOfSatisfying(Refusal.class,
                refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.NEEDS_APPROVAL));
    }
}
