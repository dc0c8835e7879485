package bloomward.server.compile;

import bloomward.format.confirm.Category;
import bloomward.format.url.Scope;
import java.io.IOException;

/// Takes the full hashes of a version, in their order. The same hash comes once for each time that it was added.
@FunctionalInterface
public interface HashReceiver {

    /// @param buffer has the 32 bytes of a hash from `offset` on; only to be read, and only now
    void take(byte[] buffer, int offset, Scope scope, Category category) throws IOException;
}
