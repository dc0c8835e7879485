package bloomward.format.release;

import static bloomward.format.release.SampleReleases.ISSUED;
import static bloomward.format.release.SampleReleases.ORIGIN;
import static bloomward.format.release.SampleReleases.PUBLISHER;
import static bloomward.format.release.SampleReleases.ROOT_A;
import static bloomward.format.release.SampleReleases.ROOT_B;
import static bloomward.format.release.SampleReleases.ROOT_C;
import static bloomward.format.release.SampleReleases.TIMESTAMP;
import static bloomward.format.release.SampleReleases.categories;
import static bloomward.format.release.SampleReleases.key;
import static bloomward.format.release.SampleReleases.keys;
import static bloomward.format.release.SampleReleases.root;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.KeySpec;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Made the golden release of version 1, once, around `ten.packed` and `ten.flat`. It refuses to write over a file that
/// is there.
///
/// `java ... bloomward.format.release.GoldenRelease shared-format/src/test/resources/golden/v1`
final class GoldenRelease {

    static final KeySpec SPEC = new KeySpec(1, 36, 0x626c_6f6f_6d77_6172L);
    static final String CONFIRM_ROOT = "de95521862f35145578617f9b50dd246327fc36736d01f01bb253650d2460d69";
    static final SigningKey SECOND_PUBLISHER = key("publisher-2");

    private final Map<String, byte[]> files = new TreeMap<>();
    private final byte[] packed;
    private final byte[] flat;

    private GoldenRelease(Path golden) throws IOException {
        this.packed = Files.readAllBytes(golden.resolve("ten.packed"));
        this.flat = Files.readAllBytes(golden.resolve("ten.flat"));
    }

    public static void main(String[] arguments) throws Exception {
        Path golden = Path.of(arguments[0]);
        write(files(golden), golden.resolve("release"));
    }

    static void write(Map<String, byte[]> files, Path folder) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }
    }

    /// Path below the folder `release`, and content.
    static Map<String, byte[]> files(Path golden) throws IOException, FormatException {
        GoldenRelease release = new GoldenRelease(golden);
        release.good();
        release.bad();
        return release.files;
    }

    private void good() throws FormatException {
        AllowList allow = AllowList.of(1,
                Stream.of("good.example/", "example.com/", " evil.example/about")
                        .map(text -> text.getBytes(US_ASCII))
                        .toList());
        files.put("1.allow", allow.toBytes());
        files.put("2.allow",
                AllowList
                        .ofEntries(1,
                                List.of(entry("good.example/", "", ""), entry("example.com/", "ten", ""),
                                        entry("example.com/", "other", "2026-11-20T00:00:00Z"),
                                        entry(" evil.example/about", "", "2026-12-01T12:00:00Z")))
                        .toBytes());
        files.put("1.root", note(root(1).toText(), ROOT_A, ROOT_B));
        files.put("2.root",
                note(root(2, keys(2, ROOT_A, ROOT_B, ROOT_C), keys(2, PUBLISHER, SECOND_PUBLISHER), TIMESTAMP).toText(),
                        ROOT_B, ROOT_C));
        String manifest = manifest(1).toText();
        files.put("1.manifest", note(manifest, PUBLISHER));
        files.put("optional-field.manifest", note(manifest + "optional colour green\n", PUBLISHER));
        files.put("allow-v2.manifest",
                note(manifest + "optional colour green\noptional allow-v2 " + FileRef.of(file("2.allow")) + "\n",
                        PUBLISHER));
        files.put("1.latest", latest(file("1.manifest"), ISSUED.plusSeconds(60)));
        files.put("ten.packed.bloom", signed(packed, file("1.manifest")));
        files.put("ten.flat.bloom", signed(flat, file("1.manifest")));
    }

    private void bad() throws FormatException {
        byte[] manifest = file("1.manifest");
        String text = manifest(1).toText();
        files.put("bad/changed.manifest",
                new String(manifest, UTF_8).replace("rate 1000", "rate 1001").getBytes(UTF_8));
        files.put("bad/stranger.manifest", note(text, key("stranger")));
        files.put("bad/role.manifest", note(root(1).toText(), PUBLISHER));
        files.put("bad/version-2.manifest", note(text.replace(" v1\n", " v2\n"), PUBLISHER));
        files.put("bad/unknown-field.manifest", note(text.replace("allow ", "rollout 24\nallow "), PUBLISHER));
        files.put("bad/out-of-order.manifest",
                note(text.replace("entries 10\nrate 1000\n", "rate 1000\nentries 10\n"), PUBLISHER));
        files.put("bad/leading-zero.manifest", note(text.replace("entries 10\n", "entries 010\n"), PUBLISHER));
        files.put("bad/a-month-and-a-second.manifest",
                note(text.replace("expires 2026-11-25T12:00:00Z", "expires 2026-12-18T12:00:01Z"), PUBLISHER));
        files.put("bad/cut.manifest", note(text.substring(0, text.indexOf("confirm ")), PUBLISHER));
        files.put("bad/newer-root.manifest", note(manifest(2).toText(), PUBLISHER));
        files.put("bad/other-origin.manifest", note(text.replace(ORIGIN, "example.net/other"), PUBLISHER));
        files.put("bad/publisher.latest",
                note(new String(file("1.latest"), UTF_8).split("\n\n", -1)[0] + "\n", PUBLISHER));
        files.put("bad/of-another.latest", latest(file("optional-field.manifest"), ISSUED));
        files.put("bad/before-its-manifest.latest", latest(manifest, ISSUED.minusSeconds(1)));
        files.put("bad/one-of-two.root", note(root(2).toText(), ROOT_A));
        files.put("bad/not-by-itself.root",
                note(root(2, keys(2, key("d"), key("e")), keys(1, PUBLISHER), TIMESTAMP).toText(), ROOT_A, ROOT_B));
        files.put("bad/skips-one.root", note(root(3).toText(), ROOT_A, ROOT_B));
        files.put("bad/out-of-order.allow", "bloomward allow v1 canonical 1\nb/\na/\n".getBytes(US_ASCII));
        files.put("bad/not-canonical.allow", "bloomward allow v1 canonical 1\na b/\n".getBytes(US_ASCII));
        for (Map.Entry<String, String> lines : Map
                .of("out-of-order", "a/ b -\na/ * -\n", "twice", "a/ b -\na/ b 2026-12-01T00:00:00Z\n", "no-end",
                        "a/ b\n", "time", "a/ b 2026-12-01T00:00:00.5Z\n", "list-name", "a/ B -\n")
                .entrySet()) {
            files.put("bad/" + lines.getKey() + ".v2.allow",
                    ("bloomward allow v2 canonical 1\n" + lines.getValue()).getBytes(US_ASCII));
        }
        files.put("bad/version-3.allow", "bloomward allow v3 canonical 1\n".getBytes(US_ASCII));
        String named = "optional allow-v2 " + FileRef.of(file("2.allow")) + "\n";
        files.put("bad/allow-v2-twice.manifest", note(text + named + named, PUBLISHER));
        files.put("bad/allow-v2-length.manifest", note(text + named.replace("\n", "0x\n"), PUBLISHER));
        files.put("bad/unsigned.packed.bloom", packed);
        files.put("bad/not-named.packed.bloom", signed(flipped(packed), manifest));
        files.put("bad/changed.packed.bloom", signed(packed, file("bad/changed.manifest")));
    }

    private static AllowEntry entry(String expression, String list, String end) {
        return new AllowEntry(expression, list.isEmpty() ? Optional.empty() : Optional.of(list),
                end.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(end)));
    }

    private byte[] file(String name) {
        return Objects.requireNonNull(files.get(name));
    }

    private Manifest manifest(long rootVersion) {
        ListRelease ten = new ListRelease("ten", 1, SPEC, 10, 1000, FileRef.of(packed), FileRef.of(flat), confirmRoot(),
                new BucketBits(2), categories("malware", "phishing"));
        return new Manifest(ORIGIN, ISSUED.getEpochSecond(), rootVersion, ISSUED, ISSUED.plusSeconds(7 * 86_400L), 1,
                FileRef.of(file("1.allow")), List.of(ten));
    }

    private static ConfirmRoot confirmRoot() {
        try {
            return new ConfirmRoot(Digest.parse(CONFIRM_ROOT));
        } catch (FormatException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] latest(byte[] manifest, Instant issued) {
        Latest latest = new Latest(ORIGIN, Digest.of(manifest), ISSUED.getEpochSecond(), 1, issued,
                issued.plusSeconds(86_400));
        return note(latest.toText(), TIMESTAMP);
    }

    private static byte[] note(String text, SigningKey... keys) {
        return SignedNote.sign(text, List.of(keys)).toBytes();
    }

    private static byte[] signed(byte[] file, byte[] manifest) throws FormatException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(file);
        out.writeBytes(SignedFilter.tail(SignedNote.parse(manifest)));
        return out.toByteArray();
    }

    private static byte[] flipped(byte[] file) {
        byte[] flipped = file.clone();
        flipped[flipped.length - 1] ^= 1;
        return flipped;
    }
}
