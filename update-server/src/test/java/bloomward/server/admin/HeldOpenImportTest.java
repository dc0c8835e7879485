package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.server.admin.EntryAdmin.ImportRequest;
import bloomward.server.admin.view.ListReports.ImportReport;
import bloomward.server.admin.view.PublishReports;
import bloomward.server.admin.view.TokenReports.NewToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An import that takes as long as its author wants. The one here does not end before everybody else has done their
/// work, so it would wait for them for as long as they wait for it.
final class HeldOpenImportTest {

    @TempDir
    private Path folder;

    /// A list of which the rest comes when everything else is done.
    static final class HeldOpen extends InputStream {

        final CountDownLatch isBeingRead = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);

        @Override
        public int read() throws IOException {
            isBeingRead.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void keepsNobodyElseWaiting() throws Exception {
        try (Bureau bureau = new Bureau(folder)) {
            bureau.list("slow", false);
            bureau.list("malware", true);
            bureau.people(Bureau.REVIEWER);
            long token = bureau.tokens.create(Bureau.ADMIN, new NewToken("lost", "editor")).id();
            HeldOpen end = new HeldOpen();
            byte[] beginning = "one.example\ntwo.example\n".repeat(10_000).getBytes(UTF_8);
            FutureTask<ImportReport> held = new FutureTask<>(() -> bureau.entries.read(Bureau.EDITOR, "slow",
                    new ImportRequest("slow", "domains", "", true, "", "", ""),
                    () -> new SequenceInputStream(new ByteArrayInputStream(beginning), end)));
            Thread.ofVirtual().start(held);
            end.isBeingRead.await();

            bureau.tokens.revoke(Bureau.ADMIN, token);
            assertThat(bureau.add("malware", "bad.example").added()).isEqualTo(1);
            assertThat(bureau.add("slow", "three.example").added()).isEqualTo(1);
            assertThat(bureau.drafts.diff(List.of("slow"), bureau.office.commits().current()).lists()).hasSize(1);
            bureau.approve(Bureau.REVIEWER, "malware");
            bureau.publications.publish(Bureau.PUBLISHER, new PublishReports.PublishRequest(List.of("malware"), false,
                    false, "", List.of(bureau.draft("malware"))));
            assertThat(held.isDone()).isFalse();

            end.mayEnd.countDown();
            assertThat(held.get().added()).isEqualTo(2);
            assertThat(new TreeSet<>(
                    bureau.drafts.diff(List.of("slow"), bureau.office.commits().current()).lists().getFirst().sample()))
                    .containsExactly("+one.example/", "+three.example/", "+two.example/");
        }
    }
}
