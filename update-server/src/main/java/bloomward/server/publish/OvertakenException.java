package bloomward.server.publish;

import java.io.IOException;

/// Another server has published, proposed or dated meanwhile. Nothing was changed; the task begins again on the new state.
final class OvertakenException extends IOException {

    private static final long serialVersionUID = 1;

    OvertakenException() {
        super("other servers publish all the time; nothing was changed, try again");
    }
}
