package bloomward.format.rice;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.stream.LongStream;

/// Rows of numbers to bytes and back.
final class Rows {

    private Rows() {}

    static byte[] encode(RiceCode code, long... numbers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            RiceWriter writer = new RiceWriter(code, bytes);
            for (long number : numbers) {
                writer.write(number);
            }
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static RiceReader reader(RiceCode code, byte[] bytes) {
        return new RiceReader(MemorySegment.ofArray(bytes), code);
    }

    static long[] readAll(RiceReader reader) {
        return LongStream.iterate(reader.next(), number -> number != RiceReader.END, _ -> reader.next()).toArray();
    }
}
