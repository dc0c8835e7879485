package bloomward.server.serve;

import bloomward.server.admin.AuditAdmin;
import bloomward.server.http.console.ConsoleSetup.SessionLog;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Notes sessions of the console in the audit log. A session that cannot be noted does not begin.
record SignIns(AuditAdmin audit) implements SessionLog {

    @Override
    public void signedIn(String name) {
        note(name, true);
    }

    @Override
    public void signedOut(String name) {
        note(name, false);
    }

    private void note(String name, boolean isBegun) {
        try {
            audit.session(name, isBegun);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
