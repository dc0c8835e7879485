package bloomward.agent.confirm;

import static bloomward.agent.confirm.ListVersion.hash;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.confirm.Confirmation.Confirmed;
import bloomward.agent.confirm.Confirmation.Listing;
import bloomward.agent.confirm.Confirmation.NoAnswer;
import bloomward.agent.confirm.Confirmation.Refuted;
import bloomward.agent.fetch.FetchException;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.fetch.Reply;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.publisher.SharedPublisher;
import bloomward.format.confirm.Category;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.sign.SignedNote;
import bloomward.format.testing.SetClock;
import bloomward.format.url.Scope;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Fetching and asking, at the server that is published.
@ExtendWith(SharedPublisher.class)
@Timeout(60)
final class RealServerTest {

    @TempDir
    private Path folder;
    private final SetClock clock = new SetClock();
    private final HttpTransport transport;

    RealServerTest() throws Exception {
        transport = HttpTransport.of(Map.of(), Optional.<Path>empty(), FetchLimits.DEFAULT, "1", clock);
    }

    private Reply.Content content(Publisher publisher, PublicPath path) throws FetchException {
        return (Reply.Content) transport.get(publisher.address(), path, Manifest.MAX_SIZE_IN_BYTES, Optional.empty());
    }

    private ListRelease newest(Publisher publisher) throws Exception {
        Latest latest = Latest.parse(note(content(publisher, new PublicPath.Latest())));
        Reply.Content manifest = content(publisher, new Content(ContentKind.MANIFEST, latest.manifest()));
        return Manifest.parse(note(manifest)).list("phishing").orElseThrow();
    }

    private static String note(Reply.Content content) throws Exception {
        return SignedNote.parse(content.bytes(), Manifest.MAX_SIZE_IN_BYTES).unverifiedText();
    }

    @Test
    void fetchesAndGoesOnWhereItWasCut(Publisher publisher) throws Exception {
        Reply.Content latest = content(publisher, new PublicPath.Latest());
        assertThat(transport.get(publisher.address(), new PublicPath.Latest(), 10_000, latest.etag()))
                .isEqualTo(new Reply.NotModified());
        assertThat(transport.get(publisher.address(), new PublicPath.RootNote(2), 10_000, Optional.empty()))
                .isEqualTo(new Reply.Missing());

        ListRelease list = newest(publisher);
        PublicPath path = new Content(ContentKind.PACKED, list.packed().digest());
        Path file = folder.resolve("packed");
        assertThat(transport.download(publisher.address(), path, list.packed().length(), file)).isTrue();
        assertThat(list.packed().isOf(file)).isTrue();
        byte[] whole = Files.readAllBytes(file);
        for (int there : new int[] {0, 1, whole.length - 1, whole.length, whole.length + 1}) {
            Files.write(file, Arrays.copyOf(whole, there));
            assertThat(transport.download(publisher.address(), path, list.packed().length(), file)).isTrue();
            assertThat(list.packed().isOf(file)).as("with %d bytes there", there).isTrue();
        }
    }

    @Test
    void confirmsAndRefutes() throws Exception {
        try (Publisher publisher = Publisher.start(folder.resolve("server"), clock)) {
            publisher.list("phishing").add("phishing", "evil.example", "other.example/login").publish();
            ListRelease list = newest(publisher);
            ServerConfirmer confirmer = new ServerConfirmer(transport, () -> List.of(publisher.address()),
                    ConfirmLimits.DEFAULT, () -> {}, System::nanoTime);
            Category phishing = new Category("phishing");
            assertThat(confirmer.confirm(list, hash("evil.example/")))
                    .isEqualTo(new Confirmed(List.of(new Listing(Scope.HOST, phishing))));
            assertThat(confirmer.confirm(list, hash("other.example/login")))
                    .isEqualTo(new Confirmed(List.of(new Listing(Scope.PREFIX, phishing))));
            assertThat(confirmer.confirm(list, hash("good.example/"))).isEqualTo(new Refuted());
            assertThat(confirmer.counts()).isEqualTo(new ConfirmCounts(3, 2, 1, 0, 2, 1, 0));
            publisher.stop();
            ServerConfirmer another = new ServerConfirmer(transport, () -> List.of(publisher.address()),
                    ConfirmLimits.DEFAULT, () -> {}, System::nanoTime);
            assertThat(another.confirm(list, hash("evil.example/"))).isInstanceOf(NoAnswer.class);
        }
    }
}
