package bloomward.server.draft;

import java.io.IOException;
import java.io.InputStream;

/// The bytes of a list.
@FunctionalInterface
public interface Body {

    InputStream open() throws IOException;
}
