package bloomward.agent.socket;

/// Hears of faults of the agent. Safe for all threads.
public interface Faults {

    /// A request failed. The program was told, and its connection goes on.
    void inRequest(RuntimeException e);

    /// Whether a fault is of one step, and the next one may succeed. An error is not, such as a lack of memory; nor is an
    /// exception that one has caused, as where closing failed for the same reason.
    static boolean isOfOneStep(Throwable e) {
        return !(e instanceof Error) && (e.getCause() == null || isOfOneStep(e.getCause()));
    }

    /// A loop failed without which no one is answered: the process cannot go on.
    void inLoop(Throwable e);
}
