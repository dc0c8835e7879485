package bloomward.server.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.config.ServerSetting;
import bloomward.server.notify.MailReceiver;
import bloomward.server.notify.WebhookReceiver;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that tells somebody, as it runs and by the command that tries it.
final class NotificationsTest {

    @TempDir
    private Path folder;

    private String[] test(Installation at, WebhookReceiver webhook, MailReceiver mail, String... more)
            throws Exception {
        Path settings = Files.writeString(folder.resolve("notify.toml"), """
                notify-webhook = "%s"
                notify-webhook-secret-file = "%s"
                notify-mail-server = "%s"
                notify-mail-from = "bloomward@lists.example"
                notify-mail-to = ["ann@lists.example"]
                notify-mail-user = "bloomward"
                notify-mail-password-file = "%s"
                notify-ca-file = "%s"
                """.formatted(webhook.url(), WebhookReceiver.secretFile(folder), mail.address(),
                MailReceiver.passwordFile(folder), mail.certificate()));
        String[] all = new String[more.length + 6];
        String[] first = {"notify", "test", "--data-dir", at.data().toString(), "--config", settings.toString()};
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        return all;
    }

    @Test
    void theCommandSaysWhatEachReceiverAnswered() throws Exception {
        try (Installation at = Installation.start(folder);
                WebhookReceiver webhook = new WebhookReceiver();
                MailReceiver mail = MailReceiver.usual(folder)) {
            String[] command = test(at, webhook, mail);
            assertThat(at.program(command).done().out())
                    .isEqualTo("mail: delivered, sent to ann@lists.example\nwebhook: delivered, 204\n");
            assertThat(webhook.taken()).singleElement().satisfies(taken -> {
                assertThat(taken.json().path("test").asBoolean()).isTrue();
                assertThat(taken.json().path("publication").asText()).isEqualTo("lists.example");
            });
            assertThat(mail.taken()).singleElement()
                    .satisfies(taken -> assertThat(taken.headers())
                            .contains("Subject: [Bloomward lists.example] test message"));
            webhook.goDown();
            Told told = at.program(command);
            assertThat(told.exitCode()).isEqualTo(2);
            assertThat(told.out()).startsWith("mail: delivered, sent to ann@lists.example\n")
                    .contains("webhook: FAILED, no connection to the webhook at 127.0.0.1:");
            Told json = at.program(test(at, webhook, mail, "--json"));
            assertThat(json.exitCode()).isEqualTo(2);
            assertThat(json.json().path("ways").path(0).path("delivered").asBoolean()).isTrue();
            assertThat(json.json().path("ways").path(1).path("delivered").asBoolean()).isFalse();
        }
    }

    @Test
    void theCommandSaysWhenNobodyIsToBeTold() throws Exception {
        try (Installation at = Installation.start(folder)) {
            Told told = at.program("notify", "test", "--data-dir", at.data().toString());
            assertThat(told.exitCode()).isEqualTo(2);
            assertThat(told.err()).contains("no setting names a receiver; set notify-webhook or notify-mail-server");
        }
    }

    /// With more free space wanted than there is, the running server has something to tell.
    @Test
    @Timeout(300)
    void theRunningServerTellsSomebody() throws Exception {
        try (Installation at = Installation.start(folder); WebhookReceiver webhook = new WebhookReceiver()) {
            at.stop();
            at.with(ServerSetting.NOTIFY_WEBHOOK, webhook.url())
                    .with(ServerSetting.NOTIFY_WEBHOOK_SECRET_FILE, WebhookReceiver.secretFile(folder).toString())
                    .with(ServerSetting.NOTIFY_DISK_MIB, Integer.toString(1 << 30))
                    .start();
            webhook.awaitOne();
            assertThat(webhook.taken().getFirst().json().path("events").path(0).path("kind").asText())
                    .isEqualTo("disk-low");
        }
    }
}
