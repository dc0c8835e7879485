package bloomward.agent.check;

import bloomward.agent.check.Verdict.Allowed;
import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.check.Verdict.Match;
import bloomward.agent.check.Verdict.Reason;
import bloomward.agent.check.Verdict.Unknown;
import bloomward.agent.confirm.Confirmation;
import bloomward.agent.confirm.Confirmation.Listing;
import bloomward.agent.confirm.Confirmer;
import bloomward.format.confirm.Scope;
import bloomward.format.key.FullHash;
import bloomward.format.url.UrlExpressions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// What hits are worth: the way that 2 in 100,000 expressions take.
///
/// The allow file goes first and wins over everything. Then each hit is asked about by itself, the expression of fewest
/// bytes first: it is the one that is listed most often, and says least about the page. One confirmed listing is enough;
/// what was not asked then is known as unconfirmed. A hit that nobody answers for stays a hit.
final class HitJudge {

    private static final Confirmation NOBODY = new Confirmation.NoAnswer("a file alone has nobody to be asked");

    private final CheckPolicy policy;
    private final Confirmer confirmer;

    HitJudge(CheckPolicy policy, Confirmer confirmer) {
        this.policy = policy;
        this.confirmer = confirmer;
    }

    private record Hit(ListProbe list, int offset, int length) {

        String expression(UrlExpressions url) {
            return new String(url.buffer(), offset, length, StandardCharsets.US_ASCII);
        }

        Match unconfirmed(UrlExpressions url) {
            return new Match(list.name(), list.version(), expression(url), Scope.of(url.buffer(), offset, length),
                    Optional.empty(), false);
        }

        Match confirmed(UrlExpressions url, Listing listing) {
            return new Match(list.name(), list.version(), expression(url), listing.scope(), Optional.of(listing
                    .category()), true);
        }
    }

    /// @param hits for each list of the set what [ListProbe#hits] said
    /// @param steps told what is done
    /// @return empty if there is no hit, or all were refuted
    Optional<Verdict> judge(UrlExpressions url, ListSet set, long[] hits, Consumer<Step> steps) {
        Optional<String> allowed = allowed(url, set);
        steps.accept(new Step.Allow(allowed));
        if (allowed.isPresent()) {
            return allowed.map(Allowed::new);
        }
        List<Match> confirmed = new ArrayList<>();
        List<Match> unconfirmed = new ArrayList<>();
        String silence = "";
        for (Hit hit : inOrder(url, set, hits)) {
            if (!confirmed.isEmpty()) {
                unconfirmed.add(hit.unconfirmed(url));
                continue;
            }
            Confirmation answer = ask(url, hit);
            steps.accept(new Step.Confirm(hit.list.name(), hit.expression(url), answer));
            switch (answer) {
                case Confirmation.Listed(List<Listing> listings) -> listings.forEach(
                        listing -> confirmed.add(hit.confirmed(url, listing)));
                case Confirmation.NotListed _ -> {
                }
                case Confirmation.NoAnswer(String reason) -> {
                    silence = unconfirmed.isEmpty() ? reason : silence;
                    unconfirmed.add(hit.unconfirmed(url));
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
            return Optional.of(new Unknown(Reason.UNCONFIRMED, "list " + match.list() + " may have '" + match
                    .expression() + "', not confirmed: " + silence));
        }
        List<Match> all = new ArrayList<>(confirmed);
        all.addAll(unconfirmed);
        return Optional.of(new Listed(all.getFirst(), all.subList(1, all.size())));
    }

    private Confirmation ask(UrlExpressions url, Hit hit) {
        return hit.list.release().map(release -> confirmer.confirm(release, FullHash.of(url.buffer(), hit.offset,
                hit.length))).orElse(NOBODY);
    }

    private static Optional<String> allowed(UrlExpressions url, ListSet set) {
        return IntStream.rangeClosed(0, url.count())
                .filter(i -> set.allow().contains(url.buffer(), start(url, i), end(url, i) - start(url, i)))
                .mapToObj(i -> i == url.count() ? url.exact() : url.expression(i)).findFirst();
    }

    /// List by list, and of each the shortest expressions first.
    private static List<Hit> inOrder(UrlExpressions url, ListSet set, long[] hits) {
        List<Hit> all = new ArrayList<>();
        for (int list = 0; list < set.count(); list++) {
            List<Hit> ofList = new ArrayList<>();
            for (long left = hits[list]; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                ofList.add(new Hit(set.list(list), start(url, i), end(url, i) - start(url, i)));
            }
            ofList.sort(Comparator.comparingInt(Hit::length));
            all.addAll(ofList);
        }
        return all;
    }

    private static int start(UrlExpressions url, int i) {
        return i == url.count() ? 0 : url.start(i);
    }

    private static int end(UrlExpressions url, int i) {
        return i == url.count() ? url.end() : url.end(i);
    }
}
