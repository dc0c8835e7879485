package bloomward.agent.check;

import bloomward.agent.check.Verdict.Allowed;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.Verdict.Reason;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.confirm.Confirmation;
import bloomward.agent.confirm.Confirmation.Listing;
import bloomward.agent.confirm.Confirmer;
import bloomward.format.release.AllowEntry;
import bloomward.format.release.AllowList;
import bloomward.format.url.Expression;
import bloomward.format.url.UrlExpressions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Decides what hits are worth: the way that 2 in 100,000 expressions take.
///
/// The allow file goes first and wins over the lists for which it allows the URL. Then each remaining hit is confirmed on its own, the expression of fewest
/// bytes first: it is the one that is listed most often, and says least about the page. One confirmed listing is enough;
/// the remaining hits are reported as unconfirmed. A hit without an answer stays a hit.
final class HitJudge {

    private static final Confirmation NOBODY = new Confirmation.NoAnswer("a file alone has nobody to be asked");

    private static final Comparator<Hit> SHORTEST_FIRST = Comparator
            .comparingInt(hit -> hit.expression.text().length());

    private final CheckPolicy policy;
    private final Confirmer confirmer;

    HitJudge(CheckPolicy policy, Confirmer confirmer) {
        this.policy = policy;
        this.confirmer = confirmer;
    }

    /// The expressions that a list may have.
    record Hits(ListProbe list, List<Expression> expressions) {}

    private record Hit(ListProbe list, Expression expression) {

        Match unconfirmed() {
            return new Match(list.name(), list.version(), expression, Optional.empty(), false);
        }

        Match confirmed(Listing listing) {
            return new Match(list.name(), list.version(), expression, Optional.of(listing.category()), true);
        }
    }

    /// What the filters of a set say of a URL.
    ///
    /// @param hits of the lists that have any
    /// @param unread names of the lists that cannot be asked, and may have it
    record Found(List<Hits> hits, List<String> unread) {}

    /// @param now the effective time
    /// @param steps told what is done
    /// @return empty if nothing hit, or all hits were refuted
    Optional<Verdict> judge(UrlExpressions url, AllowList allow, Instant now, Found found, Consumer<CheckStep> steps) {
        if (allow.size() == 0) {
            steps.accept(new CheckStep.Allow(List.of()));
            return confirm(found.hits, steps).or(() -> damaged(found.unread));
        }
        Set<AllowEntry> allowed = new LinkedHashSet<>();
        Predicate<String> isAllowed = list -> {
            Optional<AllowEntry> entry = allowing(url, allow, list, now);
            entry.ifPresent(allowed::add);
            return entry.isPresent();
        };
        List<Hits> hits = found.hits.stream().filter(of -> !isAllowed.test(of.list.name())).toList();
        List<String> unread = found.unread.stream().filter(list -> !isAllowed.test(list)).toList();
        steps.accept(new CheckStep.Allow(List.copyOf(allowed)));
        Optional<Verdict> verdict = confirm(hits, steps);
        if (verdict.isPresent()) {
            return verdict;
        }
        return damaged(unread)
                .or(() -> allowed.stream().findFirst().map(entry -> new Allowed(new Expression(entry.expression()))));
    }

    private static Optional<Verdict> damaged(List<String> unread) {
        return unread.isEmpty() ? Optional.empty() : Optional.of(UrlChecker.damaged(unread));
    }

    private Optional<Verdict> confirm(List<Hits> hits, Consumer<CheckStep> steps) {
        List<Match> confirmed = new ArrayList<>();
        List<Match> unconfirmed = new ArrayList<>();
        String silence = "";
        for (Hit hit : inOrder(hits)) {
            if (!confirmed.isEmpty()) {
                unconfirmed.add(hit.unconfirmed());
                continue;
            }
            Confirmation answer = ask(hit);
            steps.accept(new CheckStep.Confirm(hit.list.name(), hit.expression, answer));
            switch (answer) {
                case Confirmation.Confirmed(List<Listing> listings) ->
                    listings.forEach(listing -> confirmed.add(hit.confirmed(listing)));
                case Confirmation.Refuted _ -> {
                }
                case Confirmation.NoAnswer(String reason) -> {
                    silence = unconfirmed.isEmpty() ? reason : silence;
                    unconfirmed.add(hit.unconfirmed());
                }
            }
        }
        return verdict(confirmed, unconfirmed, silence);
    }

    private Optional<Verdict> verdict(List<Match> confirmed, List<Match> unconfirmed, String silence) {
        if (confirmed.isEmpty() && unconfirmed.isEmpty()) {
            return Optional.empty();
        }
        if (confirmed.isEmpty() && !policy.unconfirmedIsListed()) {
            Match match = unconfirmed.getFirst();
            return Optional.of(new Unknown(Reason.UNCONFIRMED,
                    "list " + match.list() + " may have '" + match.expression() + "', not confirmed: " + silence));
        }
        List<Match> all = new ArrayList<>(confirmed);
        all.addAll(unconfirmed);
        return Optional.of(new Listed(all.getFirst(), all.subList(1, all.size())));
    }

    private Confirmation ask(Hit hit) {
        return hit.list.release().map(release -> confirmer.confirm(release, hit.expression)).orElse(NOBODY);
    }

    private static Optional<AllowEntry> allowing(UrlExpressions url, AllowList allow, String list, Instant now) {
        for (int i = 0; i < url.count(); i++) {
            if (url.isSure(i)) {
                Optional<AllowEntry> entry = allow.allowing(url.buffer(), url.start(i), url.end(i) - url.start(i), list,
                        now);
                if (entry.isPresent()) {
                    return entry;
                }
            }
        }
        return Optional.empty();
    }

    /// List by list, and of each the shortest expressions first.
    private static List<Hit> inOrder(List<Hits> hits) {
        List<Hit> all = new ArrayList<>();
        for (Hits ofList : hits) {
            int first = all.size();
            for (Expression expression : ofList.expressions) {
                all.add(new Hit(ofList.list, expression));
            }
            all.subList(first, all.size()).sort(SHORTEST_FIRST);
        }
        return all;
    }
}
