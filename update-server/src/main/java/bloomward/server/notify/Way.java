package bloomward.server.notify;

import java.io.IOException;

/// A way by which messages reach people. Used by one thread at a time.
interface Way extends AutoCloseable {

    /// The name in the log and in metrics: `webhook` or `mail`.
    String name();

    /// Delivers a message within a bounded time.
    ///
    /// @return what the receiver said
    /// @throws IOException if nobody has it; the message says why, without a secret
    Delivered deliver(Message message) throws IOException;

    @Override
    void close();

    /// A message that arrived.
    ///
    /// @param answer of the receiver
    /// @param isWhole false if some of several receivers do not have it; the answer names them
    record Delivered(String answer, boolean isWhole) {}
}
