package bloomward.server.safebrowsing;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A message in the parts of which it was made. A large part is shared by all who are sent it, so a long list that many read
/// slowly needs its memory once.
public final class Written {

    private final List<byte[]> parts;

    /// @param parts never changed
    Written(List<byte[]> parts) {
        this.parts = List.copyOf(parts);
    }

    /// The bytes in all.
    public long length() {
        return parts.stream().mapToLong(part -> part.length).sum();
    }

    /// The bytes, for any number of readers.
    public List<MemorySegment> parts() {
        return parts.stream().map(part -> MemorySegment.ofArray(part).asReadOnly()).toList();
    }

    /// A copy in one piece.
    public byte[] toBytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream(Math.toIntExact(length()));
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
