package bloomward.server.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.format.Digest;
import bloomward.server.publish.PublishOutcome.Done;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.store.Approval;
import bloomward.server.store.ListRow;
import bloomward.server.store.TokenTable.TokenRow;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rule of two persons where it counts last, at the publication, whatever was let through before. All changes are of
/// alice.
final class ReviewTest {

    @TempDir
    private Path folder;

    private Office office;
    private ListRow list;

    @BeforeEach
    void open() throws Exception {
        office = new Office(folder);
        list = office.list("reviewed", 36, true);
        office.add(list, "evil.example");
        token("alice", "editor", "");
    }

    @AfterEach
    void close() throws Exception {
        office.close();
    }

    private long token(String name, String role, String madeBy) throws Exception {
        return office.store()
                .write(tables -> tables.tokens()
                        .create(new TokenRow(0, name, role, Digest.of(name.getBytes(UTF_8)), Office.BEGIN,
                                Optional.empty(), Optional.of(madeBy).filter(maker -> !maker.isEmpty())))
                        .id());
    }

    private void approve(long token) throws Exception {
        Digest draft = office.draft(list);
        office.store().write(tables -> {
            tables.lists().approve(list.id(), draft, new Approval(token, Office.BEGIN));
            return true;
        });
    }

    private void isRefused() {
        assertThatThrownBy(() -> office.publish(office.draft(list))).isInstanceOfSatisfying(
                PublishRefusedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NEEDS_APPROVAL));
    }

    private void isPublished() throws Exception {
        assertThat(office.publish(office.draft(list))).isInstanceOf(Done.class);
    }

    @Test
    void tokensThatComeFromOneAnotherAreOnePerson() throws Exception {
        isRefused();
        approve(token("second", "reviewer", "alice"));
        isRefused();
        approve(token("third", "admin", "second"));
        isRefused();
        approve(token("bob", "reviewer", ""));
        isPublished();
    }

    @Test
    void anApprovalCountsWhileItsTokenMayGiveIt() throws Exception {
        approve(token("editor", "editor", ""));
        isRefused();
        long bob = token("bob", "reviewer", "");
        approve(bob);
        office.store().write(tables -> tables.tokens().revoke(bob, Office.BEGIN));
        isRefused();
        approve(token("carol", "publisher", ""));
        isPublished();
    }

    @Test
    void anApprovalIsOfOneDraftOfOneVersion() throws Exception {
        long bob = token("bob", "reviewer", "");
        approve(bob);
        office.add(list, "worse.example");
        isRefused();
        approve(bob);
        isPublished();
        office.add(list, "worst.example");
        isRefused();
        approve(bob);
        isPublished();
    }

    @Test
    void theDraftIsNamed() throws Exception {
        approve(token("bob", "reviewer", ""));
        assertThatThrownBy(() -> office.publish()).isInstanceOfSatisfying(PublishRefusedException.class,
                e -> assertThat(e.reason()).isEqualTo(Reason.NAMES_NO_DRAFT));
        isPublished();
    }
}
