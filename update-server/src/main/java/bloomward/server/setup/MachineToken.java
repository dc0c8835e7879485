package bloomward.server.setup;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.PrivateFiles;
import bloomward.program.command.CommandException;
import bloomward.server.admin.Principal;
import bloomward.server.admin.Refusal;
import bloomward.server.admin.Role;
import bloomward.server.admin.TokenAdmin;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.admin.view.TokenReports.TokenView;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.place.StorePlace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;

/// A token made on the server's machine. Write access to the data folder already gives full control, so no other token
/// is needed; this is the way back when the last administrator token is lost.
public final class MachineToken {

    /// No token can have this name.
    static final Principal MACHINE = new Principal("on the machine", Role.ADMIN);

    private MachineToken() {}

    /// Makes the token. The file is created first, because a token with an unwritten secret would only occupy the name.
    ///
    /// @param file a file that does not exist yet
    public static TokenView make(StorePlace place, NewToken wanted, Path file, Clock clock)
            throws CommandException, IOException {
        try (PublisherStore store = place.share();
                OutputStream out = PrivateFiles.create(file);
                CloseOnFailure<IOException> failure = CloseOnFailure.of(() -> Files.deleteIfExists(file))) {
            TokenView made = new TokenAdmin(store, new SecureRandom(), clock).createHere(MACHINE, wanted);
            out.write((made.token() + "\n").getBytes(UTF_8));
            return failure.keep(made);
        } catch (Refusal e) {
            throw CommandException.refused(String.valueOf(e.getMessage()));
        }
    }
}
