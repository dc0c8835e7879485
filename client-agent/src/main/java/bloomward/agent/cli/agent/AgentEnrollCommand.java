package bloomward.agent.cli.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.cli.io.InputFile;
import bloomward.agent.cli.io.OutputOption;
import bloomward.agent.cli.settings.ConfigOptions;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.store.Store;
import bloomward.agent.store.TrustedState;
import bloomward.agent.store.TrustedState.TrustedSet;
import bloomward.agent.update.Enrollment;
import bloomward.agent.update.EnrollmentOutcome;
import bloomward.agent.update.EnrollmentOutcome.Enrolled;
import bloomward.agent.update.EnrollmentOutcome.NotEnrolled;
import bloomward.agent.update.EnrollmentOutcome.OtherTrusted;
import bloomward.agent.update.RootPin;
import bloomward.agent.update.UpdateOutcome;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.Updater;
import bloomward.format.FormatException;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.command.Version;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.terminal.Io;
import bloomward.program.terminal.Output;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `bloomward agent enroll`: trusts a publication and installs its lists.
@Command(name = "enroll", mixinStandardHelpOptions = true, sortOptions = false,
        modelTransformer = SettingOptions.Adder.class,
        description = {"Trusts a publication, and installs its lists.",
            "Trust rests on the root, not on the server: get it, or its digest, from a person you know.",
            "Exit code: 0 enrolled and protected, 1 refused, 2 an error."},
        footer = {"", "Example: bloomward agent enroll https://lists.example.org --root root.note"})
final class AgentEnrollCommand extends AgentCommand {

    @Parameters(paramLabel = "URL", description = "Address of the publication.")
    private URI server = URI.create("");

    @ArgGroup(multiplicity = "1")
    private Trust trust = new Trust();

    @Option(names = "--replace", description = "Replace the publication trusted now, once the new root is verified.")
    private boolean replace;

    @Mixin
    private OutputOption output = new OutputOption();

    /// The root, by file or by digest.
    static final class Trust {

        @Option(names = "--root", paramLabel = "FILE|sha256:HEX",
                description = "Root note of the publication, or its SHA-256.")
        private Optional<String> root = Optional.empty();

        @Option(names = "--root-sha256", paramLabel = "HEX", description = "SHA-256 of a root note of the publication.")
        private Optional<String> sha256 = Optional.empty();

        RootPin pin() throws IOException, CommandException {
            if (sha256.isPresent()) {
                return digest("--root-sha256", sha256.get());
            }
            String said = root.orElseThrow(() -> CommandException.error("--root is missing: give a root note of the "
                    + "publication, or sha256: and its digest, from the holders of the root keys"));
            if (said.startsWith(RootPin.SHA256)) {
                return digest("--root", said.substring(RootPin.SHA256.length()));
            }
            try {
                return RootPin.read(said);
            } catch (FormatException e) {
                throw InputFile.bad(Path.of(said), e);
            }
        }

        private static RootPin digest(String option, String hex) throws IOException, CommandException {
            try {
                return RootPin.read(RootPin.SHA256 + hex.toLowerCase(Locale.ROOT));
            } catch (FormatException _) {
                throw CommandException.error(option + ": not 64 hex digits");
            }
        }
    }

    AgentEnrollCommand(Io io, Places places) {
        super(io, places, ConfigOptions.asking());
    }

    @Override
    public Integer call() throws IOException, SettingException, CommandException, FormatException {
        long begun = System.nanoTime();
        RootPin pin = trust.pin();
        URI address = Enrollment.base(server);
        Config config = settings.resolve(io, places);
        Store store = Store.at(config.dataDir());
        HttpTransport transport = HttpTransport.ofCommand(io.environment(), config.caFile(), FetchLimits.DEFAULT,
                Version.number(), clock);
        Enrolled enrolled = enrolled(new Enrollment(transport, store).enroll(address, pin, replace), config);
        UpdateOutcome outcome = new Updater(transport, store, config.lists(), clock).poll();
        show(page(enrolled, store, config.lists(), Duration.ofNanos(System.nanoTime() - begun)));
        if (outcome instanceof Failed failed) {
            io.err().println("bloomward agent enroll: enrolled, but the update failed: " + UpdatePage.words(failed));
            return UpdatePage.exitCode(failed.failure());
        }
        return ExitCode.DONE;
    }

    private Enrolled enrolled(EnrollmentOutcome outcome, Config config) throws CommandException {
        return switch (outcome) {
            case Enrolled enrolled -> enrolled;
            case OtherTrusted(Root root, URI there) -> throw CommandException.refused("already enrolled: origin "
                    + root.origin() + ", server " + there + ", root version " + root.version()
                    + "; the new root does not follow from it; --replace replaces that publication");
            case NotEnrolled(UpdateOutcome.Failure failure, String message) -> {
                String words = UpdatePage.words(new Failed(failure, message, Optional.empty()));
                throw UpdatePage.exitCode(failure) == ExitCode.REFUSED
                        ? CommandException.refused(words)
                        : CommandException.error(words + remedy(config));
            }
        };
    }

    private EnrollPage page(Enrolled enrolled, Store store, List<String> lists, Duration elapsed)
            throws IOException, FormatException {
        Optional<TrustedSet> installed = store.state().flatMap(TrustedState::set);
        if (installed.isEmpty()) {
            return new EnrollPage(enrolled, Optional.empty(), List.of(), elapsed);
        }
        Manifest manifest = installed.get().manifest();
        for (String list : lists) {
            if (manifest.list(list).isEmpty()) {
                io.err().println("bloomward agent enroll: this publication has no list " + list);
            }
        }
        List<ListRelease> used = manifest.lists()
                .stream()
                .filter(list -> lists.isEmpty() || lists.contains(list.name()))
                .toList();
        return new EnrollPage(enrolled, Optional.of(manifest), used, elapsed);
    }

    private void show(EnrollPage page) throws IOException {
        if (output.isJson()) {
            page.facts().write(io, output.format());
            return;
        }
        try (Output out = new Output(io.out())) {
            out.write(page.words().getBytes(UTF_8));
        }
    }
}
