package bloomward.format.sign;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// A private key that others than its owner can get at. Not read, so that nobody gets used to it.
public final class ExposedKeyException extends FileSystemException {

    private static final long serialVersionUID = 1;

    ExposedKeyException(Path file, String reason) {
        super(file.toString(), null, reason);
    }
}
