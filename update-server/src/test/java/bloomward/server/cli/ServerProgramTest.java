package bloomward.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.FormatException;
import bloomward.server.config.ActionException;
import bloomward.server.config.ServerActions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServerProgramTest {

    /// Remembers what it was told, says it on standard output, and fails if it was told to.
    static final class Recorder implements ServerActions {

        private final List<Record> told = new ArrayList<>();
        private Optional<Exception> failure = Optional.empty();

        private void take(Record options, Output output) throws ActionException, IOException {
            told.add(options);
            output.out().println(output.json() ? "{}" : options.getClass().getSimpleName());
            if (failure.isPresent()) {
                switch (failure.get()) {
                    case ActionException action -> throw action;
                    case IOException io -> throw io;
                    default -> throw new IllegalStateException(failure.get());
                }
            }
        }

        @Override
        public void init(Init options, Output output) throws ActionException, IOException {
            take(options, output);
        }

        @Override
        public void serve(Serve options, Output output) throws ActionException, IOException {
            take(options, output);
        }

        @Override
        public void export(Export options, Output output) throws ActionException, IOException {
            take(options, output);
        }

        @Override
        public void verify(Verify options, Output output) throws ActionException, IOException {
            take(options, output);
        }

        @Override
        public void backup(Backup options, Output output) throws ActionException, IOException {
            take(options, output);
        }

        @Override
        public void restore(Restore options, Output output) throws ActionException, IOException, FormatException {
            take(options, output);
        }

        @Override
        public void token(Token options, Output output) throws ActionException, IOException {
            take(options, output);
        }
    }

    private final Recorder actions = new Recorder();
    private final Run.Setting setting = new Run.Setting();

    @TempDir
    private Path folder;

    private Run run(String... args) {
        return setting.with("BLOOMWARD_SERVER_DATA_DIR", folder.toString())
                .run((io, arguments) -> ServerProgram.run(io, actions, arguments), args);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "init", "serve", "export", "verify", "backup", "restore", "token", "config",
        "config show"})
    void everyCommandHasHelpWithAnExample(String command) {
        Run run = run((command + " --help").strip().split(" "));
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Usage: bloomward-server").contains("Example: bloomward-server " + command);
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(actions.told).isEmpty();
    }

    @Test
    void initMakesTrialKeysUnlessToldOtherwise() {
        assertThat(run("init", "--origin", "lists.example", "--address", "https://lists.example/", "--address",
                "http://[::1]:1/b").exitCode()).isZero();
        assertThat(run("init", "--origin", "lists.example", "--no-trial-keys", "--data-dir", "/d").exitCode()).isZero();
        assertThat(run("init", "--root", "r.note", "--timestamp-key", "t.key", "--passphrase-file", "p").exitCode())
                .isZero();
        assertThat(actions.told).map(ServerActions.Init.class::cast).satisfiesExactly(trial -> {
            assertThat(trial.origin()).contains("lists.example");
            assertThat(trial.addresses()).containsExactly(URI.create("https://lists.example"),
                    URI.create("http://[::1]:1/b"));
            assertThat(trial.trialKeys()).isTrue();
            assertThat(trial.settings().dataDir()).isEqualTo(folder);
        }, without -> {
            assertThat(without.trialKeys()).isFalse();
            assertThat(without.settings().dataDir()).isEqualTo(Path.of("/d"));
        }, withRoot -> {
            assertThat(withRoot.trialKeys()).isFalse();
            assertThat(withRoot.root()).contains(Path.of("r.note"));
            assertThat(withRoot.timestampKey()).contains(Path.of("t.key"));
            assertThat(withRoot.settings().passPhraseFile()).contains(Path.of("p"));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"init --origin a\u00fc", "init --origin a --address ftp://a",
        "init --origin a --address https://u@a/", "init --origin a --address https://a/?q", "init --root r",
        "init --root r --timestamp-key t --address https://a", "serve --listen nowhere", "serve --tls-cert c",
        "serve --log-level loud", "serve --config /does/not/exist", "export", "backup", "restore", "serve x",
        "token x --role king --out f", "token x --role admin",
        "config show --listen 1"})
    void refusesBeforeAnythingIsDone(String command) {
        Run run = run(command.split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("bloomward-server " + command.split(" ")[0]);
        assertThat(run.err().lines().count()).isBetween(1L, 2L);
        assertThat(actions.told).isEmpty();
    }

    @Test
    void serveKnowsAllSettings() {
        assertThat(run("serve", "--listen", "0.0.0.0:1", "--admin-listen", "[::1]:2", "--tls-cert", "c", "--tls-key",
                "k",
                "--export-dir", "e", "--ready-json", "--log-format", "json", "--log-level", "debug",
                "--passphrase-file",
                "p", "--json").out()).isEqualTo("{}\n");
        var settings = ((ServerActions.Serve) actions.told.getFirst()).settings();
        assertThat(settings.all()).filteredOn(value -> !value.origin().startsWith("option")).hasSize(1);
        assertThat(settings.readyJson()).isTrue();
        assertThat(settings.exportDir()).contains(Path.of("e"));
    }

    @Test
    void handsOverTheOthers() {
        assertThat(run("export", "out").out()).isEqualTo("Export\n");
        assertThat(run("backup", "b").out()).isEqualTo("Backup\n");
        assertThat(run("restore", "b").out()).isEqualTo("Restore\n");
        assertThat(run("verify").out()).isEqualTo("Verify\n");
        assertThat(run("token", "ann", "--role", "admin", "--out", "f").out()).isEqualTo("Token\n");
        assertThat(actions.told.getLast()).isInstanceOfSatisfying(ServerActions.Token.class, token -> assertThat(List
                .of(token.name(), token.role(), token.file().toString())).containsExactly("ann", "admin", "f"));
        assertThat(((ServerActions.Export) actions.told.getFirst()).folder()).isEqualTo(Path.of("out"));
    }

    @Test
    void endsWithOneForWhatIsRefusedAndTwoForErrors() {
        actions.failure = Optional.of(ActionException.refused("3 files are broken\nfirst\u001b"));
        Run refused = run("verify");
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).isEqualTo("bloomward-server verify: 3 files are broken\nfirst\\u001b\n");
        actions.failure = Optional.of(ActionException.error("no"));
        assertThat(run("verify").exitCode()).isEqualTo(2);
        actions.failure = Optional.of(new NoSuchFileException("x"));
        assertThat(run("restore", "x").err()).isEqualTo("bloomward-server restore: x: no such file\n");
        actions.failure = Optional.of(new RuntimeException("oh"));
        Run bug = run("verify");
        assertThat(bug.exitCode()).isEqualTo(2);
        assertThat(bug.err()).contains("internal error").hasLineCount(1);
    }

    @Test
    void showsSettingsWithTheirOrigin() {
        setting.with("BLOOMWARD_SERVER_LOG_LEVEL", "warn");
        assertThat(run("config", "show", "--origin", "--listen", "[::1]:0").out()).contains(
                "listen           [::1]:0", "option --listen", "environment BLOOMWARD_SERVER_LOG_LEVEL",
                "127.0.0.1:8481", "default");
        assertThat(run("config", "show").out()).startsWith("setting          value\n").doesNotContain("default");
        assertThat(run("config", "show", "-o", "json").out()).startsWith(
                "{\"settings\":[{\"name\":\"data-dir\",\"value\":")
                .contains("{\"name\":\"tls-cert\",\"value\":\"\",\"origin\":\"default\"}");
    }
}
