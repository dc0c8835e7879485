package bloomward.agent.cli.check;

import bloomward.agent.check.Verdict;
import bloomward.agent.socket.CheckAnswer;
import bloomward.agent.socket.CheckOptions;
import bloomward.agent.socket.RequestException;
import bloomward.agent.socket.SocketClient;
import bloomward.format.release.Freshness;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Asks the running agent.
///
/// The agent is given the canonical form: it is ASCII for any input, and its canonical form is itself.
public final class AgentJudge implements Judge {

    private final SocketClient agent;
    private final UrlExpressions url = new UrlExpressions();

    /// @param agent closed by this
    public AgentJudge(SocketClient agent) {
        this.agent = agent;
    }

    @Override
    public CheckResult judge(byte[] bytes, int offset, int length) throws IOException {
        Optional<Unjudgeable> problem = url.read(bytes, offset, length);
        return problem.isPresent()
                ? result(new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, problem.get().reason()), Optional.empty(),
                        Optional.empty(), 0)
                : ask(url.canonical());
    }

    private CheckResult ask(String text) throws IOException {
        AtomicReference<Optional<CheckAnswer>> received = new AtomicReference<>(Optional.empty());
        try {
            agent.check(List.of(text), CheckOptions.DEFAULT, one -> received.set(Optional.of(one)));
        } catch (RequestException e) {
            throw new IOException("the agent refused to answer: " + e.getMessage(), e);
        }
        CheckAnswer answer = received.get().orElseThrow(() -> new IOException("the agent did not answer"));
        return result(answer.verdict(), Optional.of(text), answer.freshness(), answer.elapsedMicros());
    }

    private static CheckResult result(Verdict verdict, Optional<String> canonical, Optional<Freshness> freshness,
            long elapsedMicros) {
        return new CheckResult(verdict, canonical.map(CanonicalUrl.Received::new), freshness, elapsedMicros, List.of());
    }

    @Override
    public void close() throws IOException {
        agent.close();
    }
}
