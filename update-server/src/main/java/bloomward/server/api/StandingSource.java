package bloomward.server.api;

import bloomward.server.admin.view.StandingReports.Standing;
import java.io.IOException;

/// Tells how the server stands.
@FunctionalInterface
public interface StandingSource {

    Standing now() throws IOException;
}
