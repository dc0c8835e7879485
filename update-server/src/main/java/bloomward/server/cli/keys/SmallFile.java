package bloomward.server.cli.keys;

import bloomward.program.command.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads whole files up to a maximum size.
public final class SmallFile {

    private SmallFile() {}

    /// @param file `-` is standard input
    static byte[] bytes(Path file, InputStream standardInput, int max) throws IOException, CommandException {
        if (Files.isDirectory(file)) {
            throw CommandException.error(file + ": is a folder, not a file");
        }
        byte[] bytes;
        if (file.equals(Path.of("-"))) {
            bytes = standardInput.readNBytes(max + 1);
        } else {
            try (InputStream in = Files.newInputStream(file)) {
                bytes = in.readNBytes(max + 1);
            }
        }
        if (bytes.length > max) {
            throw CommandException.error(file + ": more than " + max + " bytes");
        }
        return bytes;
    }

    /// Reads a file as UTF-8.
    public static String text(Path file, InputStream standardInput, int max) throws IOException, CommandException {
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(bytes(file, standardInput, max)))
                    .toString();
        } catch (CharacterCodingException _) {
            throw CommandException.error(file + ": not UTF-8 text");
        }
    }
}
