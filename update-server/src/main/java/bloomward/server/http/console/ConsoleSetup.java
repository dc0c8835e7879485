package bloomward.server.http.console;

import java.net.URI;
import java.util.Optional;

/// The setup of a console.
///
/// @param origin the address of a proxy before it, such as `https://lists.example`; without a path
/// @param log told of people who come and go
public record ConsoleSetup(Optional<URI> origin, SessionLog log) {

    /// Notes in the audit log who signs in and out.
    public interface SessionLog {

        void signedIn(String name);

        void signedOut(String name);
    }
}
