package bloomward.agent.doctor;

import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.agent.store.TrustedState;
import bloomward.format.FormatException;
import bloomward.format.release.Latest;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Examines the servers of a publication, each with one request that every poll makes.
final class ServerExam {

    private static final String SERVER = "server";
    private static final String CLOCK = "clock";
    private static final String NEWS = "news";
    private static final Duration MINUTES = Duration.ofMinutes(5);

    /// `latest` is signed again every hour.
    private static final Duration TWO_HOURS = Duration.ofHours(2);

    private final TrustedState state;
    private final List<URI> preferred;
    private final Instruments instruments;

    /// @param preferred addresses that agents ask before those of the publication
    ServerExam(TrustedState state, List<URI> preferred, Instruments instruments) {
        this.state = state;
        this.preferred = List.copyOf(preferred);
        this.instruments = instruments;
    }

    /// The result for one address.
    private sealed interface Answer {

        record Good(Latest latest) implements Answer {}

        record Bad(String message, String advice) implements Answer {}
    }

    List<Finding> all() {
        Transport transport;
        try {
            transport = instruments.transport().open();
        } catch (IOException | IllegalArgumentException e) {
            return List.of(Finding.problem(SERVER, "no server can be asked: " + e.getMessage(),
                    "correct ca-file or the proxy variables"));
        }
        Collection<URI> addresses = new LinkedHashSet<>(preferred);
        addresses.addAll(state.root().addresses());
        addresses.add(state.server());
        List<Answer> answers = addresses.stream().map(address -> ask(transport, address)).toList();
        List<Latest> good = answers.stream()
                .filter(Answer.Good.class::isInstance)
                .map(Answer.Good.class::cast)
                .map(Answer.Good::latest)
                .toList();
        List<Finding> findings = new ArrayList<>();
        int next = 0;
        for (URI address : addresses) {
            findings.add(finding(address, answers.get(next++), !good.isEmpty()));
        }
        good.stream().max(Comparator.comparing(Latest::issued)).ifPresent(latest -> {
            findings.add(clock(latest));
            findings.add(news(latest));
        });
        return findings;
    }

    private Answer ask(Transport transport, URI address) {
        try {
            return switch (transport.get(address, new PublicPath.Latest(), Latest.MAX_SIZE_IN_BYTES,
                    Optional.empty())) {
                case Reply.Content content -> read(content.bytes());
                case Reply.Missing _ -> new Answer.Bad("answers, but has no publication",
                        "compare the address with the one that the publisher gives");
                case Reply.NotModified _ -> new Answer.Bad("answers a question that was not asked",
                        "ask the operator of the server, or of a proxy in front of it");
            };
        } catch (FetchException e) {
            return new Answer.Bad(String.valueOf(e.getMessage()), advice(e.reason()));
        }
    }

    private static String advice(FetchException.Reason reason) {
        return switch (reason) {
            case NOT_REACHED, TOO_SLOW -> "check the network, the proxy and the server";
            case NOT_TRUSTED -> "check ca-file, which names the trusted certificates, and the clock";
            case NOT_SERVED, TOO_LARGE ->
                "not a Bloomward server, or something in front of it answers: a proxy, a log-in page";
            case NOT_WRITTEN -> "free disk space on this machine";
        };
    }

    private Answer read(byte[] bytes) {
        try {
            SignedNote note = SignedNote.parse(bytes, Latest.MAX_SIZE_IN_BYTES);
            return new Answer.Good(state.root().latest(note).value());
        } catch (FormatException e) {
            return new Answer.Bad("the answer is not a latest note: " + e.getMessage(),
                    "something in front of the server may answer: a proxy, a log-in page");
        } catch (UntrustedNoteException | ReleaseException e) {
            return new Answer.Bad("the answer is not signed with a key this agent trusts: " + e.getMessage(),
                    "bloomward agent update --now, which fetches newer keys; if that fails, it is another publication");
        }
    }

    private Finding finding(URI address, Answer answer, boolean isAnotherGood) {
        String where = address + instruments.proxy().of(address).map(proxy -> " by proxy " + proxy).orElse("");
        return switch (answer) {
            case Answer.Good _ when isInClear(address) ->
                Finding.warning(SERVER, where + ": answers unencrypted: eavesdroppers see which buckets are requested",
                        "the publisher should offer https");
            case Answer.Good _ -> Finding.ok(SERVER, where + ": answers with a valid signature");
            case Answer.Bad(String message, String advice) when isAnotherGood ->
                Finding.warning(SERVER, where + ": " + message + "; another address answers", advice);
            case Answer.Bad(String message, String advice) -> Finding.problem(SERVER, where + ": " + message, advice);
        };
    }

    private static boolean isInClear(URI address) {
        String host = address.getHost();
        boolean isHere = "localhost".equals(host) || "[::1]".equals(host) || String.valueOf(host).startsWith("127.");
        return "http".equals(address.getScheme()) && !isHere;
    }

    /// A signed time can be old, because caches may have kept it; it cannot come from the future.
    private Finding clock(Latest latest) {
        Instant now = instruments.clock().instant();
        Duration behind = Duration.between(now, latest.issued());
        String message = "this clock shows " + now.truncatedTo(ChronoUnit.SECONDS)
                + ", the server's latest was signed at " + latest.issued();
        if (behind.compareTo(MINUTES) > 0) {
            return Finding.warning(CLOCK, message + ": this clock is at least " + behind.toMinutes() + " minutes slow",
                    "set the clock, preferably by NTP");
        }
        if (behind.negated().compareTo(TWO_HOURS) > 0) {
            return Finding.warning(CLOCK, message + ": this clock is fast, or the server has not signed since",
                    "compare the clock with another one; if it is right, tell the publisher");
        }
        return Finding.ok(CLOCK, message);
    }

    private Finding news(Latest latest) {
        String versions = "program " + instruments.version() + ", newest set " + latest.sequence();
        long installed = state.set().isPresent() ? state.floor().sequence() : 0;
        if (latest.sequence() > installed) {
            return Finding.warning(NEWS, versions + ", installed " + (installed == 0 ? "none" : installed),
                    "bloomward agent update --now");
        }
        if (latest.sequence() < installed) {
            return Finding.problem(NEWS,
                    versions + ", but " + installed + " is installed: the server has older lists, which agents refuse",
                    "tell the publisher: a backup may have been restored, or old lists are being replayed to you");
        }
        return Finding.ok(NEWS, versions + ", which is installed");
    }
}
