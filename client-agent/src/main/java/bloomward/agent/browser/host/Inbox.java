package bloomward.agent.browser.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Selector;
import java.util.Optional;

/// The browser's side of the host: reads its frames on a thread of its own, one ahead. While that one waits, nothing is read, so
/// the browser waits, too.
final class Inbox {

    private final InputStream in;
    private final Selector selector;
    private Optional<byte[]> next = Optional.empty(); // these two are guarded by this
    private Optional<End> end = Optional.empty();

    /// The end of the input.
    ///
    /// @param problem empty if it is the regular one
    record End(Optional<String> problem) {}

    /// @param selector is woken whenever there is something to take
    Inbox(InputStream in, Selector selector) {
        this.in = in;
        this.selector = selector;
    }

    /// Reads until the input ends.
    void read() {
        End reason;
        try {
            Optional<byte[]> frame = Frames.read(in);
            while (frame.isPresent()) {
                put(frame);
                frame = Frames.read(in);
            }
            reason = new End(Optional.empty());
        } catch (IOException e) {
            reason = new End(Optional.of(String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            reason = new End(Optional.of("interrupted"));
        }
        synchronized (this) {
            end = Optional.of(reason);
        }
        selector.wakeup();
    }

    private void put(Optional<byte[]> frame) throws InterruptedException {
        synchronized (this) {
            while (next.isPresent()) {
                wait();
            }
            next = frame;
        }
        selector.wakeup();
    }

    /// The next frame, if one is there.
    synchronized Optional<byte[]> take() {
        Optional<byte[]> taken = next;
        next = Optional.empty();
        notifyAll();
        return taken;
    }

    /// The end, once it is reached; a frame may still be there.
    synchronized Optional<End> end() {
        return end;
    }
}
