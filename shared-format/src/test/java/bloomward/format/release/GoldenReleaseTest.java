package bloomward.format.release;

import static bloomward.format.release.SampleReleases.ISSUED;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Frozen notes and signed files, and their meaning. A program that fails here trusts a file that it must not, or does
/// not trust one that was published.
final class GoldenReleaseTest {

    private static final Set<String> GOOD = Set.of("1.allow", "2.allow", "1.root", "2.root", "1.manifest",
            "optional-field.manifest", "allow-v2.manifest", "1.latest", "ten.packed.bloom", "ten.flat.bloom");

    private static final Map<String, Set<String>> BAD = Map.ofEntries(
            Map.entry("BAD_SIGNATURE", Set.of("changed.manifest", "changed.packed.bloom")),
            Map.entry("NO_TRUSTED_KEY", Set.of("stranger.manifest", "publisher.latest")),
            Map.entry("TOO_FEW_SIGNATURES", Set.of("one-of-two.root")),
            Map.entry("OTHER_TYPE", Set.of("role.manifest")),
            Map.entry("TOO_NEW", Set.of("version-2.manifest", "unknown-field.manifest", "version-3.allow")),
            Map.entry("MALFORMED",
                    Set.of("out-of-order.manifest", "leading-zero.manifest", "a-month-and-a-second.manifest",
                            "out-of-order.allow", "not-canonical.allow", "out-of-order.v2.allow", "twice.v2.allow",
                            "no-end.v2.allow", "time.v2.allow", "list-name.v2.allow", "allow-v2-twice.manifest",
                            "allow-v2-length.manifest")),
            Map.entry("TRUNCATED", Set.of("cut.manifest")), Map.entry("NEWER_ROOT", Set.of("newer-root.manifest")),
            Map.entry("OTHER_ORIGIN", Set.of("other-origin.manifest")),
            Map.entry("OTHER_MANIFEST", Set.of("of-another.latest")),
            Map.entry("OUT_OF_TIME", Set.of("before-its-manifest.latest")),
            Map.entry("BROKEN_CHAIN", Set.of("skips-one.root")), Map.entry("UNSIGNED", Set.of("unsigned.packed.bloom")),
            Map.entry("NOT_NAMED", Set.of("not-named.packed.bloom")));

    @Test
    void everyFileIsThereAndNoneIsUnknown() throws Exception {
        assertThat(filesIn(folder())).isNotEmpty().isEqualTo(new TreeSet<>(GOOD));
        Set<String> bad = BAD.values().stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new));
        bad.add("not-by-itself.root");
        assertThat(filesIn(folder().resolve("bad"))).isNotEmpty().isEqualTo(bad);
    }

    /// The writers of today still make the golden bytes.
    @Test
    void writesTheSameBytesStill() throws Exception {
        Map<String, byte[]> files = GoldenRelease.files(folder().resolveSibling("."));
        assertThat(files).hasSize(GOOD.size() + filesIn(folder().resolve("bad")).size());
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            assertThat(file.getValue()).as(file.getKey()).isEqualTo(bytes(file.getKey()));
        }
    }

    @Test
    void everyNoteSaysWhatItSaid() throws Exception {
        Root root = root();
        assertThat(root).isEqualTo(SampleReleases.root(1));
        Root second = root.next(note("2.root")).value();
        assertThat(second.publishers().threshold()).isEqualTo(2);
        Manifest manifest = root.manifest(note("1.manifest")).value();
        assertThat(manifest.sequence()).isEqualTo(1_795_003_200);
        assertThat(manifest.list("ten").orElseThrow().spec()).isEqualTo(GoldenRelease.SPEC);
        assertThat(root.manifest(note("optional-field.manifest")).value()).isEqualTo(manifest);
        Latest latest = root.latest(note("1.latest")).value();
        latest.requireNames(manifest, Digest.of(bytes("1.manifest")));
        assertThat(manifest.allow()).isEqualTo(FileRef.of(bytes("1.allow")));
        assertThat(AllowList.parse(bytes("1.allow")).size()).isEqualTo(3);
        Manifest newer = root.manifest(note("allow-v2.manifest")).value();
        assertThat(newer.allow()).isEqualTo(manifest.allow());
        assertThat(newer.allowFile()).isEqualTo(FileRef.of(bytes("2.allow")));
        AllowList allow = AllowList.parse(bytes("2.allow"));
        allow.requireVersionOf(newer);
        assertThat(IntStream.range(0, allow.size()).mapToObj(allow::entry))
                .extracting(entry -> entry.expression() + entry.terms())
                .containsExactly(" evil.example/about until 2026-12-01T12:00:00Z",
                        "example.com/ for list other until 2026-11-20T00:00:00Z", "example.com/ for list ten",
                        "good.example/");
        for (String name : new String[] {"ten.packed.bloom", "ten.flat.bloom"}) {
            try (SignedFilter signed = SignedFilter.open(folder().resolve(name), root, ISSUED)) {
                assertThat(signed.list().name()).isEqualTo("ten");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void badFilesAreRefusedForTheirReason(String name, String reason) throws Exception {
        assertThat(reasonOf("bad/" + name)).isEqualTo(reason);
    }

    static Stream<Object[]> badFiles() {
        return Stream.concat(Stream.<Object[]>of(new Object[] {"not-by-itself.root", "NO_TRUSTED_KEY"}),
                BAD.entrySet()
                        .stream()
                        .flatMap(files -> files.getValue().stream().map(name -> new Object[] {name, files.getKey()})));
    }

    private static String reasonOf(String name) throws Exception {
        try {
            open(name);
            return "accepted";
        } catch (FormatException e) {
            return e.reason().name();
        } catch (UntrustedNoteException e) {
            return e.reason().name();
        } catch (ReleaseException e) {
            return e.reason().name();
        }
    }

    private static void open(String name) throws Exception {
        String type = name.substring(name.lastIndexOf('.') + 1);
        switch (type) {
            case "root" -> root().next(note(name));
            case "manifest" -> root().manifest(note(name));
            case "latest" -> root().latest(note(name))
                    .value()
                    .requireNames(root().manifest(note("1.manifest")).value(), Digest.of(bytes("1.manifest")));
            case "allow" -> AllowList.parse(bytes(name));
            default -> SignedFilter.open(folder().resolve(name), root(), ISSUED).close();
        }
    }

    private static Root root() throws Exception {
        return Root.first(note("1.root")).value();
    }

    private static SignedNote note(String name) throws Exception {
        return SignedNote.parse(bytes(name));
    }

    private static byte[] bytes(String name) throws IOException, URISyntaxException {
        return Files.readAllBytes(folder().resolve(name));
    }

    private static Set<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Path folder() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(GoldenReleaseTest.class.getResource("/golden/v1/release")).toURI());
    }
}
