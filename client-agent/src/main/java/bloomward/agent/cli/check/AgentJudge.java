package bloomward.agent.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.check.Verdict;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;
import bloomward.format.release.Freshness;
import bloomward.format.url.Unjudgeable;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Asks the running agent, which reads the URL and says in its answer as what it was understood.
///
/// Two kinds of input are read here: those that JSON cannot carry as they are, because their bytes are no UTF-8, and those
/// that are too long to be URLs. Of the former the agent is sent a spelling in ASCII. The canonical form would not do: it
/// does not say which directories the path leaves.
public final class AgentJudge implements Judge {

    private final SocketClient agent;
    private final UrlExpressions url = new UrlExpressions();

    /// @param agent closed by this
    public AgentJudge(SocketClient agent) {
        this.agent = agent;
    }

    @Override
    public CheckResult judge(byte[] bytes, int offset, int length) throws IOException {
        Optional<String> text = length > UrlExpressions.MAX_LENGTH ? Optional.empty() : text(bytes, offset, length);
        if (text.isPresent()) {
            return ask(text.get());
        }
        Optional<Unjudgeable> problem = url.read(bytes, offset, length);
        if (problem.isEmpty()) {
            return ask(inAscii(bytes, offset, length));
        }
        if (url.count() > 0) {
            CheckResult ofHost = ask(url.canonical());
            if (ofHost.verdict() instanceof Verdict.Listed listed) {
                return result(listed, Optional.empty(), ofHost.freshness(), ofHost.elapsedMicros());
            }
        }
        return result(new Verdict.Unknown(Verdict.Reason.UNJUDGEABLE, problem.get().reason()), Optional.empty(),
                Optional.empty(), 0);
    }

    private String inAscii(byte[] bytes, int offset, int length) {
        String ascii = UrlExpressions.inAscii(bytes, offset, length);
        boolean isLong = ascii.length() > UrlExpressions.MAX_LENGTH;
        return isLong && url.isSure(url.count() - 1) ? url.canonical() : ascii;
    }

    private static Optional<String> text(byte[] bytes, int offset, int length) {
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset, length)).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private CheckResult ask(String text) throws IOException {
        AtomicReference<Optional<CheckAnswer>> received = new AtomicReference<>(Optional.empty());
        try {
            agent.check(List.of(text), CheckOptions.DEFAULT, one -> received.set(Optional.of(one)));
        } catch (RequestException e) {
            throw new IOException("the agent refused to answer: " + e.getMessage(), e);
        }
        CheckAnswer answer = received.get().orElseThrow(() -> new IOException("the agent did not answer"));
        return answer.canonical().isPresent()
                ? result(answer.verdict(), answer.canonical(), answer.freshness(), answer.elapsedMicros())
                : result(answer.verdict(), Optional.empty(), Optional.empty(), 0); // no list had a part in that
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
