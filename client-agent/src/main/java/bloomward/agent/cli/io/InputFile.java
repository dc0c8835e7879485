package bloomward.agent.cli.io;

import bloomward.format.FormatException;
import bloomward.format.delta.Delta;
import bloomward.format.file.FilterFile;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.program.command.CommandException;
import bloomward.program.command.CommandRun;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/// Opens the files that a user names; errors say which file is bad.
public final class InputFile {

    private InputFile() {}

    public static FilterFile filter(Path path) throws IOException, CommandException {
        requireRegular(path);
        try {
            return FilterFile.open(path);
        } catch (FormatException e) {
            throw bad(path, e);
        }
    }

    /// Opens a file that must contain a packed filter.
    public static FilterFile packed(Path path) throws IOException, CommandException {
        FilterFile file = filter(path);
        try {
            file.packed();
            return file;
        } catch (FormatException e) {
            file.close();
            throw bad(path, e);
        }
    }

    /// @param arena keeps the delta mapped while it is open
    public static Delta delta(Path path, Arena arena) throws IOException, CommandException {
        MemorySegment bytes = bytes(path, arena);
        try {
            return Delta.open(bytes);
        } catch (FormatException e) {
            throw bad(path, e);
        }
    }

    public static MemorySegment bytes(Path path, Arena arena) throws IOException, CommandException {
        requireRegular(path);
        try (FileChannel channel = FileChannel.open(path)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    /// The bytes of a root note; one byte too many if the file is too long to be one.
    public static byte[] rootNote(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(Root.MAX_SIZE_IN_BYTES + 1);
        }
    }

    /// A root that is trusted because a user names it. A fault in it is therefore an error of the command line.
    public static Root root(Path path, byte[] note) throws CommandException {
        try {
            return Root.first(SignedNote.parse(note, Root.MAX_SIZE_IN_BYTES)).value();
        } catch (FormatException e) {
            throw bad(path, e);
        } catch (UntrustedNoteException e) {
            throw CommandException.error(
                    path + ": " + e.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + e.getMessage());
        }
    }

    public static CommandException bad(Path path, FormatException e) {
        return CommandException.error(path + ": " + CommandRun.words(e));
    }

    public static void requireRegular(Path path) throws IOException, CommandException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString());
        }
        if (!Files.isRegularFile(path)) {
            throw CommandException.error(path + ": not a regular file; only regular files can be mapped");
        }
    }
}
