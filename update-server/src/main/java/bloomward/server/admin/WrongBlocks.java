package bloomward.server.admin;

import bloomward.format.url.Expression;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.UserReports.ReportAcceptance;
import bloomward.server.admin.view.UserReports.ReportEffect;
import bloomward.server.admin.view.UserReports.ReportOutcome;
import bloomward.server.draft.AllowFileFullException;
import bloomward.server.draft.Allowing;
import bloomward.server.draft.HiddenEntries;
import bloomward.server.draft.Listings;
import bloomward.server.draft.Listings.Listing;
import bloomward.server.draft.ReportHolds;
import bloomward.server.feed.FeedScope;
import bloomward.server.store.AllowKey;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.ReportRow;
import bloomward.server.store.ReportState;
import bloomward.server.store.ReportTable.Correction;
import bloomward.server.store.Tables;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Accepts reports of pages that are blocked by mistake: the entries that list the page leave their drafts, or an allow entry
/// hides them.
final class WrongBlocks {

    private final Desk desk;
    private final ReportDecisions decisions;

    WrongBlocks(Desk desk, ReportDecisions decisions) {
        this.desk = desk;
        this.decisions = decisions;
    }

    ReportOutcome accept(Principal who, ReportRow report, ReportAcceptance wanted) throws IOException, Refusal {
        if (wanted.allow()) {
            return allow(who, report, wanted);
        }
        PublisherStore.Work<ReportOutcome, Refusal> work = tables -> {
            ReportDecisions.requireOpen(tables, report.id());
            if (wanted.corrected()) {
                return corrected(tables, who, report, wanted, Listings.of(tables, report.text().canonical()));
            }
            return remove(tables, who, report, wanted, listings(tables, report));
        };
        return wanted.dryRun() ? desk.store().read(work) : desk.store().write(work);
    }

    private static List<Listing> listings(Tables tables, ReportRow report) throws IOException, Refusal {
        List<Listing> listings = Listings.of(tables, report.text().canonical());
        if (listings.isEmpty()) {
            throw new Refusal(Code.NOT_LISTED, report.text().canonical()
                    + " is in no draft any more: accept the report as corrected, or reject it");
        }
        return listings;
    }

    private ReportOutcome corrected(Tables tables, Principal who, ReportRow report, ReportAcceptance wanted,
            List<Listing> listings) throws IOException, Refusal {
        if (!listings.isEmpty()) {
            throw Desk.bad(listings.getFirst().expression().shown() + " in list " + listings.getFirst().list().name()
                    + " still lists the page");
        }
        if (wanted.dryRun()) {
            return planned(report, List.of());
        }
        return accepted(tables, who, report, wanted, List.of(), Listings.leaving(tables, report.text().canonical()));
    }

    private ReportOutcome remove(Tables tables, Principal who, ReportRow report, ReportAcceptance wanted,
            List<Listing> listings) throws IOException, Refusal {
        for (Listing listing : listings) {
            if (listing.feed().isPresent()) {
                throw new Refusal(Code.LISTED_BY_SOURCE, listing.expression().shown() + " is listed by "
                        + listing.feed().get() + ", which would bring it back: accept the report with an allow entry");
            }
        }
        List<ReportEffect> effects = listings.stream()
                .map(listing -> effect("remove", listing.list().name(), listing.expression()))
                .toList();
        if (wanted.dryRun()) {
            return planned(report, effects);
        }
        List<Correction> corrections = Listings.remove(tables, listings, who.name(), "report #" + report.id(),
                desk.now());
        return accepted(tables, who, report, wanted, effects, corrections);
    }

    /// An allow entry hides what is listed, so it is held, and the report waits for the decision about the hold.
    private ReportOutcome allow(Principal who, ReportRow report, ReportAcceptance wanted) throws IOException, Refusal {
        List<Listing> listed = desk.store().<List<Listing>, Refusal>read(tables -> listings(tables, report));
        FeedScope scope = Desk.scope(wanted.scope());
        Set<Expression> expressions = scope == FeedScope.AUTO // what lists the page, and nothing else
                ? listed.stream().map(Listing::expression).collect(Collectors.toCollection(LinkedHashSet::new))
                : Set.of(ReportedEntry.of(report.text().canonical(), scope).expression());
        List<ReportEffect> effects = expressions.stream().map(each -> effect("allow", "", each)).toList();
        if (wanted.dryRun()) {
            return planned(report, effects);
        }
        Set<AllowKey> keys = expressions.stream()
                .map(expression -> new AllowKey(expression, 0))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        HiddenEntries hidden = HiddenEntries.of(desk.store(), keys);
        return desk.store().<ReportOutcome, Refusal>write(tables -> {
            ReportDecisions.requireOpen(tables, report.id());
            listings(tables, report);
            return allow(tables, who, report, wanted, hidden, effects);
        });
    }

    private ReportOutcome allow(Tables tables, Principal who, ReportRow report, ReportAcceptance wanted,
            HiddenEntries hidden, List<ReportEffect> effects) throws IOException, Refusal {
        long before = tables.allowed().sizeInBytes();
        Allowing.Outcome outcome = Allowing.allow(tables, hidden, new Allowing.Terms("",
                ReportDecisions.reason(report, wanted), Optional.empty(), who.name(), desk.now()));
        try {
            Allowing.requireRoom(tables, before);
        } catch (AllowFileFullException e) {
            throw AllowAdmin.full(e);
        }
        OptionalLong hold = ReportHolds.of(tables, 0,
                hidden.keys().stream().map(AllowKey::expression).collect(Collectors.toSet()));
        if (hold.isPresent()) {
            decisions.hold(tables, who, report.id(), hold.getAsLong());
            return new ReportOutcome(report.id(), "held", effects, hold.getAsLong(), String.join("; ", outcome.held()));
        }
        return accepted(tables, who, report, wanted, effects, List.of(new Correction(0, 0)));
    }

    private ReportOutcome accepted(Tables tables, Principal who, ReportRow report, ReportAcceptance wanted,
            List<ReportEffect> effects, List<Correction> corrections) throws IOException, Refusal {
        decisions.decide(tables, who, report.id(), ReportState.ACCEPTED, wanted.reason(), corrections);
        return new ReportOutcome(report.id(), "accepted", effects, 0, "");
    }

    private static ReportOutcome planned(ReportRow report, List<ReportEffect> effects) {
        return new ReportOutcome(report.id(), "planned", effects, 0, "");
    }

    private static ReportEffect effect(String change, String list, Expression expression) {
        return new ReportEffect(change, list, expression.text(), Desk.label(expression.scope()));
    }
}
