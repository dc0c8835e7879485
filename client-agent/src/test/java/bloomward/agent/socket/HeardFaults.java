package bloomward.agent.socket;

import java.util.function.Consumer;

/// Faults, for tests in which any but one of a request ends the test.
public final class HeardFaults {

    private HeardFaults() {}

    public static Faults telling(Consumer<RuntimeException> inRequest) {
        return new Faults() {

            @Override
            public void inRequest(RuntimeException e) {
                inRequest.accept(e);
            }

            @Override
            public void inLoop(Throwable e) {
                throw new AssertionError("in a loop", e);
            }
        };
    }
}
