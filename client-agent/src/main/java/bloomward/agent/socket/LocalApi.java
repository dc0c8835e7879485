package bloomward.agent.socket;

import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.CheckOptions;
import bloomward.agent.socket.message.RequestException;

/// The questions that programs on this machine can ask an agent; [SocketServer] serves them. Safe for all threads.
public interface LocalApi {

    /// Ready to check the URLs of one request.
    ///
    /// @throws RequestException if it names a list that this agent does not use
    Checks checks(CheckOptions options) throws RequestException;

    /// The agent's status.
    AgentStatus status();

    /// Polls as soon as a running poll is over. Requests that come meanwhile are answered by the same poll.
    ///
    /// @return what came of it
    AgentStatus.PastPoll update() throws InterruptedException;

    /// The answers to questions that only browsers ask.
    BrowserApi browsers();

    /// Checks one URL after the other. One thread.
    @FunctionalInterface
    interface Checks {

        CheckAnswer check(String url);
    }
}
