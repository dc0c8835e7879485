package bloomward.agent.cli.check;

import bloomward.agent.check.CheckStep;
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
    private boolean canonical;
    private Optional<CheckAnswer> answer = Optional.empty();

    /// @param agent closed by this
    public AgentJudge(SocketClient agent) {
        this.agent = agent;
    }

    @Override
    public Verdict judge(byte[] bytes, int offset, int length) throws IOException {
        answer = Optional.empty();
        Optional<Unjudgeable> problem = url.read(bytes, offset, length);
        canonical = problem.isEmpty();
        if (problem.isPresent()) {
            return new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, problem.get().reason());
        }
        AtomicReference<Optional<CheckAnswer>> received = new AtomicReference<>(Optional.empty());
        try {
            agent.check(List.of(url.canonical()), CheckOptions.DEFAULT, one -> received.set(Optional.of(one)));
        } catch (RequestException e) {
            throw new IOException("the agent refused to answer: " + e.getMessage(), e);
        }
        answer = received.get();
        return answer.orElseThrow(() -> new IOException("the agent did not answer")).verdict();
    }

    @Override
    public boolean hasCanonical() {
        return canonical;
    }

    @Override
    public UrlExpressions url() {
        return url;
    }

    @Override
    public Optional<Freshness> freshness() {
        return answer.flatMap(CheckAnswer::freshness);
    }

    @Override
    public long elapsedMicros() {
        return answer.map(CheckAnswer::elapsedMicros).orElse(0L);
    }

    @Override
    public List<CheckStep> steps() {
        return List.of();
    }

    @Override
    public void close() throws IOException {
        agent.close();
    }
}
