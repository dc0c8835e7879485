package bloomward.server.cli.server;

import bloomward.format.wire.PublicPath;
import bloomward.program.command.CommandException;
import bloomward.program.command.ExitCode;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingOptions;
import bloomward.program.text.Printable;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import bloomward.server.notify.Notifier;
import bloomward.server.notify.Notifier.TestResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `bloomward-server notify`.
@Command(name = "notify", mixinStandardHelpOptions = true, description = "Tries the ways of notifications.",
        footer = {"", "Example: bloomward-server notify test --data-dir /srv/bloomward"})
final class NotifyCommands {

    static CommandLine of(ServerSession session) {
        return new CommandLine(new NotifyCommands()).addSubcommand(new CommandLine(new Test(session)));
    }

    @Command(name = "test", mixinStandardHelpOptions = true, sortOptions = false,
            modelTransformer = SettingOptions.Adder.class,
            description = {
                "Sends a test message by each way that the settings name, and says what the receiver"
                        + " answered. The server may be running or stopped.",
                "Exit code: 0 if all receivers took it, 2 if one did not or the settings name none."},
            footer = {"", "Example: bloomward-server notify test --data-dir /srv/bloomward"})
    private static final class Test extends ServerCommand {

        Test(ServerSession session) {
            super(session, EnumSet.allOf(ServerSetting.class));
        }

        @Override
        public Integer call() throws IOException, SettingException, CommandException {
            Settings settings = settings();
            List<TestResult> results = Notifier.test(settings,
                    origin(existing(settings).file(new PublicPath.RootNote(1))), session().io().clock(),
                    new SecureRandom());
            if (results.isEmpty()) {
                throw CommandException.error(settings.dataDir() + ": no setting names a receiver; set "
                        + ServerSetting.NOTIFY_WEBHOOK.label() + " or " + ServerSetting.NOTIFY_MAIL_SERVER.label());
            }
            List<Map<String, Object>> json = new ArrayList<>();
            StringBuilder words = new StringBuilder();
            for (TestResult each : results) {
                String answer = Printable.beginningOf(each.answer());
                words.append(words.isEmpty() ? "" : "\n")
                        .append(each.way())
                        .append(each.isDelivered() ? ": delivered, " : ": FAILED, ")
                        .append(answer);
                json.add(new Fields().put("way", each.way())
                        .put("delivered", each.isDelivered())
                        .put("answer", answer)
                        .inOrder());
            }
            say(words.toString(), new Fields().put("ways", json));
            if (!results.stream().allMatch(TestResult::isDelivered)) {
                throw CommandException.error("a test message was not delivered");
            }
            return ExitCode.DONE;
        }

        /// The second line of each note is the name of the publication.
        private static String origin(Path note) throws IOException {
            return Files.readString(note, StandardCharsets.UTF_8).lines().skip(1).findFirst().orElse("");
        }
    }
}
