package bloomward.server.mirror;

import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import bloomward.server.http.files.Answer;
import bloomward.server.publish.Office;
import bloomward.server.serve.PublishedContent;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/// A mirror without its listeners, which polls when it is told to.
///
/// @param content that it serves
record Copy(MirrorFolder folder, Origin origin, Follower follower, PublishedContent content, Buckets buckets,
        Clock clock) implements AutoCloseable {

    static Copy open(Path place, URI address, Office office) throws Exception {
        return open(place, address, root(office), office.clock());
    }

    static Copy open(Path place, URI address, SignedNote root, Clock clock) throws Exception {
        MirrorFolder folder = MirrorFolder.open(place);
        Origin origin = new Origin(address, ProxySelector.of(null), "test", clock);
        Follower follower = Follower.open(folder, root, origin, clock);
        PublishedContent content = new PublishedContent(folder.publicFolder(), follower::published,
                (_, _) -> Optional.empty(), _ -> false, clock);
        follower.afterReset(content::forget);
        return new Copy(folder, origin, follower, content, new Buckets(folder, origin, follower::kept), clock);
    }

    /// The first root of an office.
    static SignedNote root(Office office) throws Exception {
        return SignedNote.parse(Files.readAllBytes(office.folder().file(new PublicPath.RootNote(1))),
                Root.MAX_SIZE_IN_BYTES);
    }

    boolean poll() throws Exception {
        return follower.poll();
    }

    /// Empty if it is not served.
    Optional<byte[]> bytes(PublicPath path) throws IOException {
        Answer answer = path instanceof PublicPath.Confirm confirm ? buckets.answer(confirm) : content.find(path);
        return TestOrigin.body(answer);
    }

    void tidy() throws IOException {
        follower.keepOnly(new Keeping(folder).tidy(follower.kept(), clock.instant()));
    }

    @Override
    public void close() throws IOException {
        origin.close();
        folder.close();
    }
}
