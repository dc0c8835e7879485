package bloomward.server.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.server.admin.OtherReports.NewToken;
import bloomward.server.admin.OtherReports.TokenView;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import bloomward.server.admin.TokenAdmin;
import bloomward.server.config.ActionException;
import bloomward.server.config.ServerActions.Token;
import bloomward.server.store.SharedStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;

/// A token that is made on the machine, by whoever can write the server's folder and so decides everything anyway. It needs
/// no other token: the way back when the last one of an administrator is lost.
final class MachineToken {

    /// No token can have this name.
    static final Principal MACHINE = new Principal("on the machine", Role.ADMIN);

    private MachineToken() {}

    /// Makes it, and its file first: a token whose secret could not be written would only take the name.
    static TokenView make(Path database, Token wanted, Clock clock) throws ActionException, IOException {
        boolean isDone = false;
        try (SharedStore store = SharedStore.open(database); OutputStream out = PrivateFiles.create(wanted.file())) {
            try {
                TokenView made = new TokenAdmin(store, new SecureRandom(), clock).createHere(MACHINE, new NewToken(
                        wanted
                                .name(),
                        wanted.role()));
                out.write((made.token() + "\n").getBytes(UTF_8));
                isDone = true;
                return made;
            } finally {
                if (!isDone) {
                    Files.deleteIfExists(wanted.file());
                }
            }
        } catch (Refusal e) {
            throw ActionException.refused(String.valueOf(e.getMessage()));
        }
    }
}
