package bloomward.server.admin;

import bloomward.format.Digest;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.draft.Approvals;
import bloomward.server.draft.Persons;
import bloomward.server.store.Approval;
import bloomward.server.store.ListRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Two persons for a step that ends the protection of a list with review: an administrator proposes it, and within a week
/// another person who may approve agrees by asking for the same.
final class Agreement {

    /// The time for which a proposal waits for its second person.
    private static final Duration PROPOSED_FOR = Duration.ofDays(7);

    private final Tables tables;
    private final ListRow list;
    private final Digest step;

    /// @param step in words, without a line break
    Agreement(Tables tables, ListRow list, String step) {
        this.tables = tables;
        this.list = list;
        this.step = Digest.of((step + "\n" + list.name() + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    /// Agrees to a proposal of another person, or else proposes.
    ///
    /// @return the proposer, if two persons agree now
    /// @throws Refusal if there is nothing to agree to, and the role does not include proposing
    Optional<String> ask(Principal who, Instant now) throws IOException, Refusal {
        Persons persons = Persons.of(tables);
        Optional<String> other = Approvals.since(tables, list, step, now.minus(PROPOSED_FOR))
                .stream()
                .filter(proposer -> !persons.areOne(proposer, who.name()))
                .findFirst();
        if (other.isEmpty()) {
            requireAdmin(who);
        }
        forget();
        if (other.isEmpty()) {
            tables.lists().approve(list.id(), step, new Approval(DraftAdmin.tokenOf(tables, who), now));
        }
        return other;
    }

    /// Ends a proposal, so that it does not count later.
    void forget() throws IOException {
        tables.lists().disapprove(list.id(), step);
    }

    static void requireAdmin(Principal who) throws Refusal {
        if (!who.role().includes(Role.ADMIN)) {
            throw new Refusal(Code.FORBIDDEN, "requires the role admin; a reviewer agrees to what an administrator"
                    + " has proposed within a week");
        }
    }
}
