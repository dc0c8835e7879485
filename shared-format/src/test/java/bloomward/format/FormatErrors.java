package bloomward.format;

import bloomward.format.Samples.ChannelWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Refusals that must happen, and the files that they leave behind.
public final class FormatErrors {

    private FormatErrors() {}

    /// Something that bytes may make impossible.
    @FunctionalInterface
    public interface Attempt {
        void run() throws IOException, FormatException;
    }

    /// The refusal of an attempt that must not succeed. Any other throwable is a bug and passes.
    public static FormatException of(Attempt attempt) {
        try {
            attempt.run();
        } catch (FormatException e) {
            return e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("was not refused");
    }

    /// The bytes that a writer left in its file although it failed.
    public static byte[] fileLeftBy(ChannelWriter writer) {
        try {
            Path file = Files.createTempFile("bloomward", ".failed");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                writer.writeTo(channel);
            } catch (FormatException | RuntimeException e) {
                byte[] left = Files.readAllBytes(file);
                Files.delete(file);
                return left;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("did not fail");
    }
}
