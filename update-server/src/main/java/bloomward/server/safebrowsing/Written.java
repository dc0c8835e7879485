package bloomward.server.safebrowsing;

import bloomward.server.safebrowsing.OwnMemory.Loan;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A message in the parts of which it was made. A large part is shared by all who are sent it, so a long list that many read
/// slowly needs its memory once; the memory of other large parts is borrowed until it is closed.
public final class Written implements AutoCloseable {

    private final List<byte[]> parts;
    private final List<Loan> loans;

    /// @param parts never changed
    /// @param loans given back when this is closed
    Written(List<byte[]> parts, List<Loan> loans) {
        this.parts = List.copyOf(parts);
        this.loans = List.copyOf(loans);
    }

    /// To be called once it is sent, or cannot be.
    @Override
    public void close() {
        loans.forEach(Loan::close);
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
