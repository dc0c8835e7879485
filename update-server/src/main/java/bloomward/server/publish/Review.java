package bloomward.server.publish;

import bloomward.format.Digest;
import bloomward.server.draft.Approvals;
import bloomward.server.draft.DraftDigests;
import bloomward.server.draft.Persons;
import bloomward.server.publish.PublishRefusedException.Reason;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.VersionRow;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Checks that the drafts that are published are the ones that people have seen: for a list with review the one that a
/// second person approved, and for every list the one that the publisher names.
final class Review {

    private final DraftDigests digests;

    Review(DraftDigests digests) {
        this.digests = digests;
    }

    /// Computes what [#approved] will ask for, so that it is known when others wait.
    void prepare(Tables tables, List<ListRow> lists, PublishJob job) throws IOException {
        DraftDigests.Reading reading = digests.on(tables);
        for (ListRow list : lists) {
            if (!job.drafts().isEmpty() || (list.needsReview() && Drafts.isChanged(tables, list))) {
                reading.of(list);
            }
        }
    }

    /// Inside a work that has not changed a draft yet.
    ///
    /// @param lists those of the job
    /// @param refused receives the lists that lack their approval or are not as the job names them
    /// @return all others
    /// @throws PublishRefusedException if the job names a draft that none of the lists has, but for those refused
    List<ListRow> approved(Tables tables, List<ListRow> lists, PublishJob job, List<RefusedList> refused)
            throws IOException, PublishRefusedException {
        DraftDigests.Reading reading = digests.on(tables);
        Set<Digest> unknown = new HashSet<>(job.drafts());
        List<ListRow> approved = new ArrayList<>();
        int changed = 0;
        for (ListRow list : lists) {
            boolean isNamed = !job.drafts().isEmpty() && unknown.remove(reading.of(list));
            try {
                require(tables, list, job, isNamed, reading);
                approved.add(list);
            } catch (PublishRefusedException e) {
                changed += e.reason() == Reason.DRAFT_CHANGED ? 1 : 0;
                refused.add(RefusedList.of(list.name(), e));
            }
        }
        if (unknown.size() > changed) {
            throw lists.size() == 1
                    ? changed("the draft of '" + lists.getFirst().name() + "'", lists.getFirst())
                    : new PublishRefusedException(Reason.DRAFT_CHANGED, "no draft has the digest "
                            + unknown.iterator().next() + ": one has changed since it was shown; 'diff' shows it now");
        }
        return approved;
    }

    private static void require(Tables tables, ListRow list, PublishJob job, boolean isNamed,
            DraftDigests.Reading reading) throws IOException, PublishRefusedException {
        if (!list.needsReview() || !Drafts.isChanged(tables, list)) {
            return;
        }
        requireApproval(tables, list, reading);
        if (!isNamed && !job.isDryRun()) {
            throw job.drafts().isEmpty() ? unnamed(list) : changed("the draft of '" + list.name() + "'", list);
        }
    }

    private static PublishRefusedException unnamed(ListRow list) {
        return new PublishRefusedException(Reason.NAMES_NO_DRAFT,
                "list '" + list.name()
                        + "' has a review, so its draft must be named: --draft with the digest that 'diff "
                        + list.name() + "' shows");
    }

    private static PublishRefusedException changed(String what, ListRow list) {
        return new PublishRefusedException(Reason.DRAFT_CHANGED,
                what + " has changed since it was shown; 'diff " + list.name() + "' shows it now");
    }

    /// An approval is of one draft. What the server itself did since, it did by rules that hold for that draft, too: an
    /// entry left at the end that was approved with it. So a publication that failed behind that point needs no second
    /// approval. An entry that was held since is not in that draft any more ([Culprits]).
    private static void requireApproval(Tables tables, ListRow list, DraftDigests.Reading reading)
            throws IOException, PublishRefusedException {
        Optional<VersionRow> previous = tables.publications().latestVersion(list.id());
        long from = previous.map(VersionRow::change).orElse(0L);
        long byPeople = tables.lists().lastChangeNotBy(list.id(), Publisher.SERVER);
        if (previous.isPresent() && byPeople <= from) {
            return;
        }
        List<String> authors = tables.lists().actors(list.id(), from, byPeople);
        Set<String> approvals = new HashSet<>(Approvals.of(tables, list, reading.of(list)));
        approvals.addAll(Approvals.of(tables, list, reading.upTo(list, byPeople)));
        Persons persons = Persons.of(tables);
        for (String approval : approvals) {
            if (authors.stream().noneMatch(author -> persons.areOne(author, approval))) {
                return;
            }
        }
        throw new PublishRefusedException(Reason.NEEDS_APPROVAL,
                "list " + list.name() + " needs the approval of exactly this draft by a person without changes in it"
                        + " (they are of " + String.join(", ", authors) + "): 'approve " + list.name() + "'");
    }
}
