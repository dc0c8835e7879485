package bloomward.server.cli.keys;

import bloomward.format.FormatException;
import bloomward.format.sign.KeyFile;
import bloomward.format.sign.LockedKey;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.StoredKey;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.server.cli.AdminSession;
import bloomward.server.cli.client.AdminApi;
import bloomward.server.cli.client.Answers;
import bloomward.server.cli.client.ServerProblemException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward-admin keys`. Only `submit`, and `show` without a file, need a server; the others work offline.
@Command(name = "keys", mixinStandardHelpOptions = true,
        description = "Makes keys, and changes the trusted keys by root notes.",
        footer = {"", "Example: bloomward-admin keys show publisher.key"})
public final class KeyCommands {

    public static CommandLine of(AdminSession session) {
        return new CommandLine(new KeyCommands()).addSubcommand(new Generate(session))
                .addSubcommand(new Shown(session))
                .addSubcommand(new FirstRootCommand(session))
                .addSubcommand(new RotateCommand(session))
                .addSubcommand(new SignCommand(session))
                .addSubcommand(new SubmitCommand(session));
    }

    /// The view of a key, with its public half only.
    ///
    /// @param verifierKey as in root notes
    /// @param locked whether its private half is encrypted with a pass phrase
    record KeyView(String file, String name, String verifierKey, boolean locked) {

        public static KeyView of(Path file, StoredKey key) {
            return new KeyView(file.toString(), key.verifierKey().name(), key.verifierKey().toString(),
                    key instanceof LockedKey);
        }
    }

    record KeyViews(List<KeyView> keys) {}

    @Command(name = "generate", mixinStandardHelpOptions = true, sortOptions = false, description = {
        "Makes a key pair, writes the private key to FILE and prints the public key.",
        "Only the owner can read the file, and an existing file is never overwritten. Keep a copy in a safe place."},
            footer = {"",
                "Example: bloomward-admin keys generate root-1.key --name lists.example/root-1 --public root-1.pub"})
    private static final class Generate implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "FILE", description = "File to write; it must not exist yet.")
        private Path file = Path.of("");

        @Option(names = "--name", required = true, paramLabel = "NAME",
                description = "Name of the key: the origin, a slash and a word, such as lists.example/root-1.")
        private String name = "";

        @Option(names = "--public", paramLabel = "FILE",
                description = "File to write the public key to, too; it must not exist yet.")
        private Optional<Path> publicFile = Optional.empty();

        @Option(names = "--passphrase-file", paramLabel = "FILE",
                description = "File with the pass phrase. Without it, the terminal asks;"
                        + " without a terminal, the key is not encrypted.")
        private Optional<Path> passPhraseFile = Optional.empty();

        @Option(names = "--no-passphrase", description = "Do not ask for a pass phrase; do not encrypt the key.")
        private boolean inTheClear;

        Generate(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call() throws IOException, CommandException, FormatException {
            if (inTheClear && passPhraseFile.isPresent()) {
                throw CommandException.error("--no-passphrase cannot be combined with --passphrase-file");
            }
            if (publicFile.isPresent() && Files.exists(publicFile.get(), LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(publicFile.get().toString());
            }
            SigningKey key = SigningKey.generate(name, session.random());
            char[] passPhrase = inTheClear ? new char[0] : PassPhrase.forNewKey(passPhraseFile, session);
            boolean locked = passPhrase.length > 0;
            try {
                if (locked) {
                    KeyFile.write(file, key, passPhrase, session.random());
                } else {
                    KeyFile.write(file, key);
                }
            } finally {
                Arrays.fill(passPhrase, '\0');
            }
            KeyView view = KeyView.of(file, KeyFile.read(file));
            if (publicFile.isPresent()) {
                Files.writeString(publicFile.get(), view.verifierKey() + "\n", StandardOpenOption.CREATE_NEW);
            }
            session.show(view, page -> page.line(view.verifierKey()));
            session.say(file + ": private key, "
                    + (locked ? "encrypted with its pass phrase" : "not encrypted: anyone who can read it can sign"));
            return ExitCode.DONE;
        }
    }

    @Command(name = "show", mixinStandardHelpOptions = true, sortOptions = false,
            description = "Shows the public keys of key files, or the server's roots.",
            footer = {"", "Example: bloomward-admin keys show publisher.key"})
    private static final class Shown implements Callable<Integer> {

        private final AdminSession session;

        @Parameters(paramLabel = "FILE", arity = "0..*",
                description = "Key files; without any, the roots of the server and the keys on it.")
        private List<Path> files = List.of();

        Shown(AdminSession session) {
            this.session = session;
        }

        @Override
        public Integer call()
                throws IOException, CommandException, FormatException, ServerProblemException, InterruptedException {
            if (files.isEmpty()) {
                try (AdminApi api = session.open()) {
                    Answers.Roots roots = api.roots();
                    session.show(roots, page -> RootPage.describe(page, roots));
                }
                return ExitCode.DONE;
            }
            List<KeyView> keys = new ArrayList<>();
            for (Path file : files) {
                keys.add(KeyView.of(file, KeyFile.read(file)));
            }
            session.show(new KeyViews(keys), page -> keys.forEach(
                    key -> page.line(key.verifierKey() + (key.locked() ? "  (encrypted)" : "  (not encrypted)"))));
            return ExitCode.DONE;
        }
    }
}
