package bloomward.agent.socket;

/// Hears of faults of the agent. Safe for all threads.
public interface Faults {

    /// A request failed. The program was told, and its connection goes on.
    void inRequest(RuntimeException e);

    /// A loop failed without which no one is answered: the process cannot go on.
    void inLoop(Throwable e);
}
