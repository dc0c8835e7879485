package bloomward.server.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import bloomward.format.testing.SetClock;
import bloomward.server.config.NoticeKind;
import bloomward.server.config.ServerSetting;
import bloomward.server.config.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Messages that travel: to a receiver of webhooks and to a mail server, both on this machine.
final class NotifierTest {

    private static final Condition FEED = new Condition(NoticeKind.FEED_FAILING, "urlhaus",
            "5 failures in a row, last success 2026-10-31T22:00:00Z");
    private static final Condition DISK = new Condition(NoticeKind.DISK_LOW, "", "700 MiB free");

    private final SetClock clock = new SetClock();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final Map<ServerSetting, String> options = new EnumMap<>(ServerSetting.class);

    @TempDir
    private Path folder;

    @BeforeEach
    void useTheFolder() {
        options.put(ServerSetting.DATA_DIR, folder.toString());
    }

    private Settings settings() throws Exception {
        return Settings.resolve(options, Optional.empty(), Map.of());
    }

    private Notifier open() throws Exception {
        return Notifier.open(settings(), Shelf.of(folder.resolve("notices.json")), "lists.example", metrics, clock,
                new Random(1));
    }

    private void useWebhook(String url) throws IOException {
        options.put(ServerSetting.NOTIFY_WEBHOOK, url);
        options.put(ServerSetting.NOTIFY_WEBHOOK_SECRET_FILE, WebhookReceiver.secretFile(folder).toString());
    }

    private void useMail(MailReceiver receiver) throws IOException {
        options.put(ServerSetting.NOTIFY_MAIL_SERVER, receiver.address());
        options.put(ServerSetting.NOTIFY_MAIL_FROM, "bloomward@lists.example");
        options.put(ServerSetting.NOTIFY_MAIL_TO, "ann@lists.example,bob@lists.example");
        options.put(ServerSetting.NOTIFY_MAIL_USER, MailReceiver.USER);
        options.put(ServerSetting.NOTIFY_MAIL_PASSWORD_FILE, MailReceiver.passwordFile(folder).toString());
        options.put(ServerSetting.NOTIFY_CA_FILE, receiver.certificate().toString());
    }

    /// Observes, and waits for the end of what that begins.
    private static void observe(Notifier notifier, Condition... conditions) throws Exception {
        for (Future<?> each : notifier.observe(new Observation(List.of(conditions), Set.of()))) {
            each.get();
        }
    }

    private double count(String metric, String way) {
        return metrics.get(metric).tag("way", way).counter().count();
    }

    private static String reason(Notifier.TestResult result) {
        assertThat(result.isDelivered()).isFalse();
        return result.answer();
    }

    private Notifier.TestResult test() throws Exception {
        return Notifier.test(settings(), "lists.example", clock, new Random(1)).getFirst();
    }

    @Test
    void postsASignedMessage() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            useWebhook(receiver.url());
            try (Notifier notifier = open()) {
                observe(notifier, FEED, DISK);
                assertThat(receiver.taken()).singleElement().satisfies(taken -> {
                    assertThat(taken.at()).isEqualTo(SetClock.BEGIN.getEpochSecond());
                    assertThat(taken.header("Content-type")).containsExactly("application/json");
                    assertThat(taken.json().path("format").asText()).isEqualTo("bloomward-notice-1");
                    assertThat(taken.json().path("summary").asText()).isEqualTo("2 raised: feed-failing urlhaus, ...");
                    assertThat(taken.json().path("events")).hasSize(2);
                    assertThat(taken.json().path("events").path(0).path("detail").asText())
                            .startsWith("5 failures in a row");
                    assertThat(taken.json().path("open").path("disk-low").asInt()).isEqualTo(1);
                });
                assertThat(count("bloomward.notifications.sent", "webhook")).isEqualTo(1);
                assertThat(metrics.get("bloomward.conditions").tag("kind", "disk-low").gauge().value()).isEqualTo(1);
            }
        }
    }

    @Test
    void mailsOverTlsWithAPassword() throws Exception {
        try (MailReceiver receiver = MailReceiver.usual(folder)) {
            useMail(receiver);
            try (Notifier notifier = open()) {
                observe(notifier, FEED);
            }
            assertThat(receiver.taken()).extracting(MailReceiver.Taken::to)
                    .containsExactlyInAnyOrder("ann@lists.example", "bob@lists.example");
            MailReceiver.Taken mail = receiver.taken().getFirst();
            assertThat(mail.from()).isEqualTo("bloomward@lists.example");
            assertThat(mail.headers()).contains("Subject: [Bloomward lists.example] 1 raised: feed-failing urlhaus",
                    "Auto-Submitted: auto-generated", "Date: Sun, 1 Nov 2026 00:00:00 +0000 (UTC)");
            assertThat(mail.text())
                    .contains("RAISED: feed-failing urlhaus", "5 failures in a row", "since 2026-11-01T00:00:00Z",
                            "Open now: feed-failing 1")
                    .doesNotContain(MailReceiver.PASSWORD);
        }
    }

    @Test
    void sendsNothingToAMailServerWithoutATrustedCertificate() throws Exception {
        try (MailReceiver receiver = MailReceiver.usual(folder)) {
            useMail(receiver);
            options.remove(ServerSetting.NOTIFY_CA_FILE);
            assertThat(reason(test())).contains("unable to find valid certification path");
            assertThat(receiver.taken()).isEmpty();
        }
    }

    @Test
    void sendsNothingToAMailServerWithTheCertificateOfAnother() throws Exception {
        try (MailReceiver receiver = new MailReceiver(folder, MailReceiver.Kind.USUAL, "dns:other.example")) {
            useMail(receiver);
            assertThat(reason(test())).contains("127.0.0.1");
            assertThat(receiver.taken()).isEmpty();
        }
    }

    /// An attacker in between could take STARTTLS out of the greeting.
    @Test
    void sendsNothingToAMailServerThatOffersNoTls() throws Exception {
        try (MailReceiver receiver = new MailReceiver(folder, MailReceiver.Kind.PLAIN, "")) {
            Files.writeString(receiver.certificate(), "");
            useMail(receiver);
            options.remove(ServerSetting.NOTIFY_CA_FILE);
            assertThat(reason(test())).contains("STARTTLS");
            assertThat(receiver.taken()).isEmpty();
            options.remove(ServerSetting.NOTIFY_MAIL_USER);
            options.remove(ServerSetting.NOTIFY_MAIL_PASSWORD_FILE);
            options.put(ServerSetting.NOTIFY_MAIL_TLS, "none");
            assertThat(test().isDelivered()).isTrue();
            assertThat(receiver.taken()).hasSize(2);
        }
    }

    @Test
    void saysWhenThePasswordIsWrongWithoutSayingIt() throws Exception {
        try (MailReceiver receiver = MailReceiver.usual(folder)) {
            useMail(receiver);
            Files.writeString(folder.resolve("mail.password"), "hunter2-hunter2");
            assertThat(reason(test())).contains("535").doesNotContain("hunter2");
        }
    }

    @Test
    void tellsTheOthersWhenOneMailboxIsClosed() throws Exception {
        try (MailReceiver receiver = MailReceiver.usual(folder)) {
            useMail(receiver);
            options.put(ServerSetting.NOTIFY_MAIL_TO, "closed@lists.example,bob@lists.example");
            try (Notifier notifier = open()) {
                observe(notifier, FEED);
                clock.advance(Duration.ofHours(1));
                observe(notifier, FEED);
            }
            assertThat(receiver.taken()).extracting(MailReceiver.Taken::to).containsExactly("bob@lists.example");
            assertThat(count("bloomward.notifications.failed", "mail")).isEqualTo(1);
            assertThat(reason(test())).contains("closed@lists.example");
        }
    }

    /// The name of a feed that wants to be a header of the mail, to colour a terminal, and to turn text around.
    @Test
    void hostileNamesStayWithinTheirLine() throws Exception {
        Condition hostile = new Condition(NoticeKind.FEED_FAILING,
                "x\r\nBcc: eve@evil.example\r\n\r\n<script>\u001b[31m\u202e",
                "3 failures\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n");
        try (MailReceiver mail = MailReceiver.usual(folder); WebhookReceiver webhook = new WebhookReceiver()) {
            useMail(mail);
            useWebhook(webhook.url());
            try (Notifier notifier = open()) {
                observe(notifier, hostile);
            }
            assertThat(mail.taken()).hasSize(2).allSatisfy(each -> {
                assertThat(each.from()).isEqualTo("bloomward@lists.example");
                assertThat(each.headers()).noneMatch(line -> line.startsWith("Bcc"))
                        .anyMatch(line -> line.startsWith("Subject: ") && line.contains("x\\u000d\\u000aBcc"));
                assertThat(each.text()).doesNotContain("\u001b", "\u202e");
                assertThat(each.text().lines()).noneMatch(line -> line.equals(".") || line.startsWith("MAIL"));
            });
            assertThat(webhook.taken()).singleElement()
                    .satisfies(each -> assertThat(each.json().path("events").path(0).path("subject").asText())
                            .startsWith("x\\u000d\\u000aBcc")
                            .doesNotContain("\u001b"));
        }
    }

    @Test
    void aReceiverThatWasAwayGetsOneMessageOfAllThatIsDue() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            useWebhook(receiver.url());
            try (Notifier notifier = open()) {
                receiver.goDown();
                for (int i = 0; i < 64 + 23 * 6; i++) { // a day; by the minute, until each wait is an hour
                    clock.advance(Duration.ofMinutes(i < 64 ? 1 : 10));
                    observe(notifier, i % 2 == 0 ? new Condition[] {FEED} : new Condition[] {FEED, DISK});
                }
                // 1, 2, 4, ... 32 minutes, then each hour.
                assertThat(count("bloomward.notifications.failed", "webhook")).isBetween(28.0, 30.0);
                receiver.comeBack();
                for (int i = 0; i < 7; i++) {
                    clock.advance(Duration.ofMinutes(10));
                    observe(notifier, FEED, DISK);
                }
                assertThat(receiver.taken()).singleElement()
                        .satisfies(taken -> assertThat(taken.json().path("events")).hasSize(2));
            }
        }
    }

    @Test
    void gathersWhatFollowsAMessageForTenMinutes() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            useWebhook(receiver.url());
            try (Notifier notifier = open()) {
                Condition[] failing = new Condition[0];
                for (int i = 0; i < 60; i++) { // another feed each minute
                    failing = java.util.Arrays.copyOf(failing, i + 1);
                    failing[i] = new Condition(NoticeKind.FEED_FAILING, "feed" + i, "3 failures in a row");
                    observe(notifier, failing);
                    clock.advance(Duration.ofMinutes(1));
                }
                assertThat(receiver.taken()).hasSize(6);
                assertThat(receiver.taken().stream().mapToInt(each -> each.json().path("events").size()).sum())
                        .isEqualTo(51);
            }
        }
    }

    @Test
    void goesOnAfterARestart() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            useWebhook(receiver.url());
            try (Notifier notifier = open()) {
                observe(notifier, FEED);
            }
            clock.advance(Duration.ofMinutes(5));
            try (Notifier notifier = open()) {
                observe(notifier, FEED);
                assertThat(receiver.taken()).hasSize(1);
                clock.advance(Duration.ofHours(1));
                observe(notifier);
                assertThat(receiver.taken()).hasSize(2);
                assertThat(receiver.taken().getLast().json().path("events").path(0).path("state").asText())
                        .isEqualTo("resolved");
            }
        }
    }

    @Test
    void tellsNothingOfAKindThatIsSwitchedOff() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            useWebhook(receiver.url());
            options.put(ServerSetting.NOTIFY_OFF, "feed-failing");
            try (Notifier notifier = open()) {
                observe(notifier, FEED);
                assertThat(receiver.taken()).isEmpty();
                observe(notifier, FEED, DISK);
                assertThat(receiver.taken()).singleElement()
                        .satisfies(taken -> assertThat(taken.body()).doesNotContain("urlhaus"));
            }
        }
    }

    @Test
    void followsNoRedirect() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            useWebhook(receiver.url());
            receiver.answer(307);
            assertThat(reason(test())).isEqualTo("the webhook answers 307; redirects are not followed");
            receiver.answer(500);
            assertThat(reason(test())).isEqualTo("the webhook answers 500");
        }
    }

    @Test
    void aWrongSecretIsNoticedByTheReceiver() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver()) {
            useWebhook(receiver.url());
            Files.writeString(folder.resolve("webhook.secret"), "another secret of thirty-two letters");
            assertThat(reason(test())).isEqualTo("the webhook answers 401");
            Files.writeString(folder.resolve("webhook.secret"), "short\n");
            assertThatExceptionOfType(IOException.class).isThrownBy(this::test)
                    .withMessageContaining("must have at least 32 characters");
        }
    }

    /// Of an answer without end only the status is read.
    @Test
    void anEndlessAnswerIsNotRead() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            useWebhook("http://127.0.0.1:" + listening.getLocalPort() + "/");
            CountDownLatch isOver = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                try (Socket socket = listening.accept(); OutputStream out = socket.getOutputStream()) {
                    socket.getInputStream().read(new byte[1 << 16]);
                    out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        out.write(new byte[1 << 16]);
                    }
                } catch (IOException _) {
                    isOver.countDown(); // the other side hung up
                }
            });
            assertThat(test().isDelivered()).isTrue();
            isOver.await();
        }
    }

    /// A mail server that never says anything does not hold up the observation, and not the stop of the server either.
    @Test
    void aReceiverThatHangsDelaysNobody() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                WebhookReceiver receiver = new WebhookReceiver()) {
            useWebhook(receiver.url());
            options.put(ServerSetting.NOTIFY_MAIL_SERVER, "127.0.0.1:" + listening.getLocalPort());
            options.put(ServerSetting.NOTIFY_MAIL_FROM, "bloomward@lists.example");
            options.put(ServerSetting.NOTIFY_MAIL_TO, "ann@lists.example");
            Socket hanging;
            try (Notifier notifier = open()) {
                List<Future<?>> under = notifier.observe(new Observation(List.of(FEED), Set.of()));
                under.getLast().get(); // the webhook
                assertThat(receiver.taken()).hasSize(1);
                hanging = listening.accept();
                assertThat(under.getFirst().isDone()).isFalse();
                notifier.observe(new Observation(List.of(FEED, DISK), Set.of()));
            }
            try (hanging; InputStream in = hanging.getInputStream()) {
                while (in.read() >= 0) {
                    // Until the other side hangs up.
                }
            }
        }
    }
}
