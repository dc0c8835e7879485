package bloomward.agent.cli.browser;

import bloomward.agent.browser.install.ExtensionKey;
import bloomward.agent.browser.install.ExtensionSource;
import bloomward.agent.browser.install.FleetPack;
import bloomward.agent.install.InstallException;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import bloomward.program.command.ExitCode;
import bloomward.program.terminal.Io;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `bloomward browser pack`: the files for the browsers of many machines.
@Command(name = "pack", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Packs the extension for the browsers of many machines: CRX, XPI, native manifests, policies, and "
                    + "a README with the place of each file.",
            "The key determines the extension's identifier in Chromium: keep it, and keep it secret.",
            "Exit code: 0 packed, 1 refused, 2 an error."},
        footer = {"", "Example: bloomward browser pack --new-key --key extension-key.pem --out packed"})
final class BrowserPackCommand implements Callable<Integer> {

    private final Io io;

    @Option(names = "--key", paramLabel = "FILE", required = true, description = "The key, a PEM file (PKCS #8).")
    private Path key = Path.of("");

    @Option(names = "--new-key", description = "Make the key; refused if the file exists.")
    private boolean newKey;

    @Option(names = "--out", paramLabel = "FOLDER", required = true, description = "Folder to write: new, or empty.")
    private Path out = Path.of("");

    @Option(names = "--update-url", paramLabel = "URL",
            description = "Address at which browsers will find update.xml, with the CRX and the XPI beside it; without "
                    + "it, each machine gets its own copies.")
    private Optional<URI> updateUrl = Optional.empty();

    @Option(names = "--xpi", paramLabel = "FILE",
            description = "The XPI as Mozilla signed it, instead of the program's.")
    private Optional<Path> xpi = Optional.empty();

    @Option(names = "--allow-unsigned",
            description = "Let Firefox accept every unsigned add-on; only ESR of some distributions and developer builds "
                    + "obey.")
    private boolean allowsUnsigned;

    BrowserPackCommand(Io io) {
        this.io = io;
    }

    @Override
    public Integer call() throws IOException, CommandException {
        try {
            ExtensionSource source = Extensions.ofProgram(xpi);
            requireEmpty();
            ExtensionKey read = newKey ? madeKey() : ExtensionKey.parse(Files.readString(key), key.toString());
            FleetPack.of(source, read, updateUrl, allowsUnsigned).into(out).carryOut();
            io.err()
                    .println("Packed into " + out + ", for Chromium as " + read.id() + "; " + out.resolve("README.md")
                            + " names the place of each file.");
            return ExitCode.DONE;
        } catch (InstallException e) {
            throw CommandException.refused(CommandRun.words(e));
        }
    }

    private void requireEmpty() throws IOException, InstallException {
        if (Files.exists(out)) {
            try (Stream<Path> files = Files.list(out)) {
                if (files.findAny().isPresent()) {
                    throw new InstallException(out + " is not empty; name a new folder");
                }
            }
        }
    }

    private ExtensionKey madeKey() throws IOException, InstallException {
        if (Files.exists(key)) {
            throw new InstallException(key + " already exists; leave out --new-key to use it");
        }
        ExtensionKey made = ExtensionKey.make();
        try (SeekableByteChannel file = Files.newByteChannel(key,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.DSYNC),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            Channels.newOutputStream(file).write(made.pem().bytes());
        }
        return made;
    }
}
