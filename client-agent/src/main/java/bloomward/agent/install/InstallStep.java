package bloomward.agent.install;

import java.nio.file.Path;
import java.util.List;

/// One thing that installing or uninstalling does. Paths are those of the machine, whatever its root.
sealed interface InstallStep {

    /// A folder that is there afterwards.
    ///
    /// @param isPrivate whether nobody but its owner enters it
    record Folder(Path path, boolean isPrivate) implements InstallStep {}

    /// A copy of a file.
    record Copy(Path from, Path path, boolean isExecutable) implements InstallStep {}

    /// A file of this text, in the place of any other.
    ///
    /// @param isRead whether a person who decides about it would want to read it: a service's, not a manual page
    record Text(Path path, String content, boolean isRead) implements InstallStep {}

    /// A symbolic link, in the place of any other.
    record Link(Path path, Path target) implements InstallStep {}

    /// A file or a link goes, if it is there.
    record Remove(Path path) implements InstallStep {}

    /// A folder goes if nothing is in it.
    record RemoveEmpty(Path path) implements InstallStep {}

    /// A folder goes with all that is in it.
    record RemoveAll(Path path) implements InstallStep {}

    /// A program is run.
    ///
    /// @param isNeeded whether, if it fails, it and the needed ones behind it are left for a person to run
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
