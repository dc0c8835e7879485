package bloomward.server.config;

import bloomward.format.FormatException;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What `bloomward-server` can be told to do, one method for each command.
///
/// Each returns when it is done, [#serve] when it was asked to stop. What cannot be done is an [ActionException] with words
/// for the user; a file that is not there, an [IOException] that names it; a broken one, a [FormatException].
public interface ServerActions {

    /// Where results and remarks go.
    ///
    /// @param out results and nothing else
    /// @param err everything else
    /// @param json whether results are one JSON object
    record Output(PrintStream out, PrintStream err, boolean json) {}

    /// @param origin name of the publication; may be missing where `root` names it
    /// @param addresses where agents will find it, the preferred first
    /// @param trialKeys whether the server makes all keys itself, for trying out
    /// @param root a root note that was signed offline
    /// @param timestampKey the private key that the root names for `latest`
    record Init(Settings settings, Optional<String> origin, List<URI> addresses, boolean trialKeys,
            Optional<Path> root, Optional<Path> timestampKey) {

        public Init {
            addresses = List.copyOf(addresses);
        }
    }

    record Serve(Settings settings) {}

    /// @param folder made if it is not there
    record Export(Settings settings, Path folder) {}

    record Verify(Settings settings) {}

    /// @param file must not exist yet
    record Backup(Settings settings, Path file) {}

    /// @param file what [#backup] has written
    record Restore(Settings settings, Path file) {}

    /// @param name whose token it is, as the audit log will have it
    /// @param role what it may do
    /// @param file must not exist yet
    record Token(Settings settings, String name, String role, Path file) {}

    void init(Init options, Output output) throws ActionException, IOException, FormatException, InterruptedException;

    void serve(Serve options, Output output) throws ActionException, IOException, FormatException, InterruptedException;

    void export(Export options, Output output)
            throws ActionException, IOException, FormatException, InterruptedException;

    /// Refuses ([ActionException#refused]) if something that is stored is broken.
    void verify(Verify options, Output output)
            throws ActionException, IOException, FormatException, InterruptedException;

    void backup(Backup options, Output output)
            throws ActionException, IOException, FormatException, InterruptedException;

    void restore(Restore options, Output output)
            throws ActionException, IOException, FormatException, InterruptedException;

    /// Makes a token without asking for one, also while the server runs: who can write its folder may do that.
    void token(Token options, Output output)
            throws ActionException, IOException, FormatException, InterruptedException;
}
