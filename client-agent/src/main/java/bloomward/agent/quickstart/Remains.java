package bloomward.agent.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// The folders and running programs of quickstarts that were killed. Only proven remains are touched: a folder of this user
/// with a register whose starter is gone, and processes with the number and the start time in it.
public final class Remains {

    /// The beginning of the name of every temporary folder of a quickstart.
    public static final String PREFIX = "bloomward-quickstart-";

    private static final int SECONDS_TO_END = 10;

    private Remains() {}

    /// Ends the programs and removes the folders.
    ///
    /// @param temporary folder in which quickstarts make theirs
    /// @return the removed folders
    public static List<Path> clear(Path temporary) throws IOException, InterruptedException {
        List<Path> removed = new ArrayList<>();
        for (Path folder : candidates(temporary)) {
            List<Register.Entry> entries = Register.read(folder);
            if (!entries.isEmpty() && entries.getFirst().running().isEmpty()) {
                for (Register.Entry entry : entries) {
                    end(entry);
                }
                delete(folder);
                removed.add(folder);
            }
        }
        return removed;
    }

    private static List<Path> candidates(Path temporary) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (Stream<Path> files = Files.list(temporary)) {
            for (Path folder : files.filter(file -> String.valueOf(file.getFileName()).startsWith(PREFIX))
                    .sorted()
                    .toList()) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && isOurs(folder, temporary)) {
                    folders.add(folder);
                }
            }
        }
        return folders;
    }

    /// Another user's register could name any process of ours.
    private static boolean isOurs(Path folder, Path temporary) throws IOException {
        Path probe = Files.createTempFile(temporary, "bloomward-owner-", "");
        try {
            return Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(probe));
        } finally {
            Files.delete(probe);
        }
    }

    private static void end(Register.Entry entry) throws InterruptedException {
        if (entry.running().isEmpty()) {
            return;
        }
        ProcessHandle process = entry.running().get();
        process.destroy();
        try {
            process.onExit().get(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            process.destroyForcibly();
            process.onExit().join(); // what still writes to the folder keeps it
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Deletes a folder with all that is in it.
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
