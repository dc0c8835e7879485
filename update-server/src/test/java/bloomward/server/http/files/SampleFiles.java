package bloomward.server.http.files;

import bloomward.format.wire.PublicPath;
import bloomward.server.http.CacheRule;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Something to serve: a latest note, one large packed file in three parts, and confirm answers.
public final class SampleFiles implements PublicFiles {

    public static final String DIGEST = "0123456789abcdef".repeat(4);
    static final String GONE = "f".repeat(64);
    public static final String PACKED = "/v1/packed/" + DIGEST;
    public static final String CONFIRM = "/v1/confirm/" + DIGEST + "/77";
    public static final byte[] LATEST = "latest\n".getBytes(StandardCharsets.US_ASCII);
    static final byte[] BUCKET = "a bucket".getBytes(StandardCharsets.US_ASCII);

    private final byte[] large;
    private volatile boolean isNewest = true;
    private final Payload packed;

    public SampleFiles(int length) {
        large = new byte[length];
        new java.util.Random(7).nextBytes(large);
        MemorySegment mapped = Arena.ofAuto().allocate(length, 1);
        MemorySegment.copy(large, 0, mapped, ValueLayout.JAVA_BYTE, 0, length);
        MemorySegment array = MemorySegment.ofArray(large);
        packed = new Payload(
                List.of(mapped.asSlice(0, length / 2), array.asSlice(length / 2, length / 4),
                        mapped.asSlice(length / 2 + length / 4)),
                '"' + DIGEST + '"', CacheRule.IMMUTABLE, Payload.BYTES);
    }

    public byte[] large() {
        return large.clone();
    }

    @Override
    public boolean isNewest() {
        return isNewest;
    }

    void lag() {
        isNewest = false;
    }

    @Override
    public Answer find(PublicPath path) {
        return switch (path) {
            case PublicPath.Latest _ -> found(LATEST, "\"l1\"", CacheRule.LATEST);
            case PublicPath.Content(PublicPath.ContentKind kind, var digest) -> {
                if (digest.toHex().equals(GONE)) {
                    yield new Answer.Gone();
                }
                yield kind == PublicPath.ContentKind.PACKED && digest.toHex().equals(DIGEST)
                        ? new Answer.Found(packed)
                        : new Answer.Missing();
            }
            case PublicPath.Confirm _ -> found(BUCKET, "\"b\"", CacheRule.IMMUTABLE);
            case PublicPath.DeltaFile _ -> found(new byte[0], "\"empty\"", CacheRule.IMMUTABLE);
            case PublicPath.Bloom _ -> throw new IllegalStateException("a secret of the inside");
            case PublicPath.RootNote _ -> new Answer.Missing();
        };
    }

    private static Answer found(byte[] bytes, String etag, CacheRule cache) {
        return new Answer.Found(Payload.of(bytes, etag, cache, Payload.NOTE));
    }
}
