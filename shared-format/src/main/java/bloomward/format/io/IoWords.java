package bloomward.format.io;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/// The words for a failed input or output. Those of the platform for a file are often its path alone.
public final class IoWords {

    private IoWords() {}

    /// The file and the cause, or the message of the exception, or its name if it has none.
    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> missing.getFile() + ": no such file";
            case FileAlreadyExistsException there -> there.getFile() + ": already exists";
            case AccessDeniedException denied -> denied.getFile() + ": access denied";
            default -> requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
        };
    }
}
