package bloomward.agent.socket;

import bloomward.agent.check.Verdict;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.AgentStatus.Counters;
import bloomward.agent.socket.message.AgentStatus.InstalledSet;
import bloomward.agent.socket.message.AgentStatus.ListInUse;
import bloomward.agent.socket.message.AgentStatus.PastPoll;
import bloomward.agent.socket.message.AgentStatus.Polls;
import bloomward.agent.socket.message.AgentStatus.Publication;
import bloomward.agent.socket.message.AgentStatus.Running;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import bloomward.format.confirm.Category;
import bloomward.format.release.Freshness;
import bloomward.format.url.Expression;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// An agent that lists every URL with `evil` in it.
final class FakeAgent implements LocalApi {

    static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

    final AtomicLong sequence = new AtomicLong(1);
    volatile CheckOptions lastOptions = CheckOptions.DEFAULT;

    @Override
    public Checks checks(CheckOptions options) throws RequestException {
        lastOptions = options;
        if (options.lists().contains("none")) {
            throw new RequestException(RequestException.Code.REQUEST, "lists: 'none' is not used by this agent");
        }
        return this::check;
    }

    private CheckAnswer check(String url) {
        if (url.contains("bug")) {
            throw new IllegalStateException("a bug");
        }
        if (url.equals("error")) {
            throw new OutOfMemoryError("of the test");
        }
        return new CheckAnswer(url, Optional.of("http://" + url + "/"), verdict(url), Optional.of(Freshness.FRESH), 7);
    }

    private static Verdict verdict(String url) {
        if (url.contains("evil")) {
            return new Verdict.Listed(match("evil.example/", true), List.of(match(page(url), false)));
        }
        if (url.contains("allowed")) {
            return new Verdict.Allowed(new Expression("allowed.example/"));
        }
        return url.isEmpty()
                ? new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, "no host: it is empty")
                : new Verdict.Clean();
    }

    /// The exact form of a URL, or of a page where the URL has none.
    private static String page(String url) {
        String exact = " " + url + "/";
        return Expression.isExpression(exact) ? exact : " evil.example/";
    }

    private static Verdict.Match match(String expression, boolean confirmed) {
        return new Verdict.Match("phishing", 3, new Expression(expression),
                confirmed ? Optional.of(new Category("phishing")) : Optional.empty(), confirmed);
    }

    @Override
    public AgentStatus status() {
        return status(sequence.get());
    }

    static AgentStatus status(long sequence) {
        return new AgentStatus(AgentStatus.State.DAMAGED,
                Optional.of(new Publication("bloomward.example", URI.create("http://127.0.0.1:8080"), 2, NOW)),
                Optional.of(new InstalledSet(sequence, Freshness.STALE, NOW, NOW.plusSeconds(1),
                        List.of(new ListInUse("phishing", 3, 1000)))),
                List.of("list phishing, packed file: damaged"),
                new Polls(Optional.of(new PastPoll(NOW, "refused", "latest: signed by nobody we know")),
                        Optional.of(NOW.plusSeconds(300)), 2),
                new Counters(5, 4, 3), Optional.of(new Running("0.1.0", 4711, Duration.ofSeconds(9))));
    }

    @Override
    public PastPoll update() {
        return new PastPoll(NOW, PastPoll.UPDATED, "sequence " + sequence.incrementAndGet());
    }
}
