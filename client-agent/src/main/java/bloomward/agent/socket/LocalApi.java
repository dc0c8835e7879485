package bloomward.agent.socket;

/// What programs on this machine can ask an agent; [SocketServer] brings it to them. Safe for all threads.
public interface LocalApi {

    /// Ready to check the URLs of one request.
    ///
    /// @throws RequestException if it names a list that this agent does not use
    Checks checks(CheckOptions options) throws RequestException;

    /// How the agent is.
    AgentStatus status();

    /// Polls as soon as a poll that is on its way is over. Who asks meanwhile is answered by the same one.
    ///
    /// @return what came of it
    AgentStatus.PastPoll update() throws InterruptedException;

    /// Checks one URL after the other. One thread.
    @FunctionalInterface
    interface Checks {

        CheckAnswer check(String url);
    }
}
