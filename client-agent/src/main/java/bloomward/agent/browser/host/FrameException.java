package bloomward.agent.browser.host;

import java.io.IOException;

/// Bytes from a browser that are no frame. Where the next one would begin is unknown.
final class FrameException extends IOException {

    private static final long serialVersionUID = 1;

    FrameException(String message) {
        super(message);
    }
}
