package bloomward.agent.install;

import java.nio.file.Path;
import java.util.List;

/// A step of installing or uninstalling. Paths are relative to the machine's `/`, whatever its root.
public sealed interface InstallStep {

    /// Creates a folder unless it exists.
    ///
    /// @param isPrivate whether only its owner can enter it
    record Folder(Path path, boolean isPrivate) implements InstallStep {}

    /// Copies a file.
    record Copy(Path from, Path path, boolean isExecutable) implements InstallStep {}

    /// Writes a text file, replacing any other.
    ///
    /// @param isRead whether a person reviewing the plan would want to read it: a unit, not a manual page
    record Text(Path path, String content, boolean isRead) implements InstallStep {}

    /// Writes any file, replacing any other.
    record Data(Path path, Blob content, Access access) implements InstallStep {}

    /// Writes a file that others also write, keeping its owner and mode.
    record Replace(Path path, Blob content) implements InstallStep {}

    /// The users who can read a file, and run it.
    enum Access {
        /// Its owner reads it.
        PRIVATE,
        /// Everyone reads it.
        FILE,
        /// Everyone runs it.
        EXECUTABLE,
        /// Its owner runs it.
        PRIVATE_EXECUTABLE
    }

    /// Makes a symbolic link, replacing any other.
    record Link(Path path, Path target) implements InstallStep {}

    /// Removes a file or a link, if it exists.
    record Remove(Path path) implements InstallStep {}

    /// Removes a folder if it is empty.
    record RemoveEmpty(Path path) implements InstallStep {}

    /// Removes a folder and its contents.
    record RemoveAll(Path path) implements InstallStep {}

    /// Runs a program.
    ///
    /// @param isNeeded whether, if it fails, this and all later needed commands are left for a person to run
    record Run(List<String> command, boolean isNeeded) implements InstallStep {

        public Run {
            command = List.copyOf(command);
        }

        /// For a shell.
        String words() {
            return String.join(" ", command.stream().map(Run::quoted).toList());
        }

        private static String quoted(String word) {
            return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
        }
    }
}
