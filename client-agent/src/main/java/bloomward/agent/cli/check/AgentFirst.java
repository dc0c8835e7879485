package bloomward.agent.cli.check;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/// Asks the running agent while that is faster, and lists mapped into this process from then on: mapping them takes as
/// long as a thousand questions. If the agent goes away in between, no input is lost.
public final class AgentFirst implements Judge {

    private static final int MAX_QUESTIONS = 1000;

    private final Supplier<Optional<Judge>> mapped;
    private Judge asked;
    private boolean isAgent = true;
    private int questions;

    /// @param agent asked first; closed by this
    /// @param mapped the judge asked afterwards; if it is empty, the agent is asked to the end
    public AgentFirst(Judge agent, Supplier<Optional<Judge>> mapped) {
        this.asked = agent;
        this.mapped = mapped;
    }

    @Override
    public CheckResult judge(byte[] bytes, int offset, int length) throws IOException {
        if (!isAgent) {
            return asked.judge(bytes, offset, length);
        }
        if (questions++ == MAX_QUESTIONS && leaveAgent()) {
            return asked.judge(bytes, offset, length);
        }
        try {
            return asked.judge(bytes, offset, length);
        } catch (IOException e) {
            if (!leaveAgent()) {
                throw e;
            }
            return asked.judge(bytes, offset, length);
        }
    }

    private boolean leaveAgent() throws IOException {
        Optional<Judge> next = mapped.get();
        if (next.isPresent()) {
            asked.close();
            asked = next.get();
            isAgent = false;
        }
        return next.isPresent();
    }

    @Override
    public Optional<Judge> another() {
        return isAgent ? Optional.empty() : asked.another();
    }

    @Override
    public void close() throws IOException {
        asked.close();
    }
}
