package bloomward.format.sign;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/// A private key accessible to users other than its owner. It is not read, so that this cannot become a habit.
public final class ExposedKeyException extends FileSystemException {

    private static final long serialVersionUID = 1;

    ExposedKeyException(Path file, String reason) {
        super(file.toString(), null, reason);
    }
}
