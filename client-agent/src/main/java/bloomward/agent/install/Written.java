package bloomward.agent.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The record of written files: those that may be overwritten, and that uninstalling removes. One path per line, in the
/// order of creation, after the word `file`, `link`, `folder` or `archives` (a folder that the launcher fills).
///
/// Not trusted for more than that: any user who can change it can also remove those files directly.
public record Written(Set<Entry> entries) {

    /// The kinds of files.
    public enum Kind {
        FILE, LINK, FOLDER, ARCHIVES
    }

    /// A written file.
    public record Entry(Kind kind, Path path) {}

    public Written {
        entries = new LinkedHashSet<>(entries);
    }

    @Override
    public Set<Entry> entries() {
        return new LinkedHashSet<>(entries);
    }

    /// The contents of a file; empty if it does not exist.
    public static Written read(Machine machine, Path file) throws IOException, InstallException {
        Set<Entry> entries = new LinkedHashSet<>();
        if (!machine.exists(file)) {
            return new Written(entries);
        }
        for (String line : Files.readAllLines(machine.at(file), StandardCharsets.UTF_8)) {
            int blank = line.indexOf(' ');
            Path path = Path.of(line.substring(blank + 1));
            Kind kind = kind(line.substring(0, Math.max(0, blank)), file);
            if (!path.isAbsolute() || !path.equals(path.normalize()) || path.getNameCount() == 0
                    || (kind == Kind.ARCHIVES && !isArchives(path))) {
                throw new InstallException(file + ": " + path + " was never written by an installation");
            }
            entries.add(new Entry(kind, path));
        }
        return new Written(entries);
    }

    private static Kind kind(String word, Path file) throws InstallException {
        return switch (word) {
            case "file" -> Kind.FILE;
            case "link" -> Kind.LINK;
            case "folder" -> Kind.FOLDER;
            case "archives" -> Kind.ARCHIVES;
            default -> throw new InstallException(file + ": damaged: a line begins with '" + word + "'");
        };
    }

    /// The contents of the file.
    public String text() {
        StringBuilder text = new StringBuilder();
        entries.forEach(entry -> text.append(entry.kind.name().toLowerCase(java.util.Locale.ROOT))
                .append(' ')
                .append(entry.path)
                .append('\n'));
        return text.toString();
    }

    public boolean has(Path path) {
        return entries.stream().anyMatch(entry -> entry.path.equals(path));
    }

    public Written without(Written others) {
        Set<Entry> left = entries();
        left.removeAll(others.entries);
        return new Written(left);
    }

    /// Adds the files that these steps write.
    public Written and(List<InstallStep> steps) {
        Set<Entry> all = entries();
        for (InstallStep step : steps) {
            switch (step) {
                case InstallStep.Folder(Path path, boolean _) ->
                    all.add(new Entry(isArchives(path) ? Kind.ARCHIVES : Kind.FOLDER, path));
                case InstallStep.Copy(Path _, Path path, boolean _) -> all.add(new Entry(Kind.FILE, path));
                case InstallStep.Text(Path path, String _, boolean _) -> all.add(new Entry(Kind.FILE, path));
                case InstallStep.Data(Path path, Blob _, InstallStep.Access _) -> all.add(new Entry(Kind.FILE, path));
                case InstallStep.Link(Path path, Path _) -> all.add(new Entry(Kind.LINK, path));
                case InstallStep.Replace _,InstallStep.Remove _,InstallStep.RemoveEmpty _,InstallStep.RemoveAll _,InstallStep.Run _ -> {
                    // leaves nothing of ours behind, or is recorded elsewhere
                }
            }
        }
        return new Written(all);
    }

    private static boolean isArchives(Path folder) {
        return folder.endsWith(Program.ARCHIVES);
    }

    /// The steps that remove all of them, in reverse order; a folder goes only if it is empty.
    public List<InstallStep> removal() {
        List<InstallStep> steps = new ArrayList<>();
        for (Entry entry : entries) {
            steps.addFirst(switch (entry.kind) {
                case FILE, LINK -> new InstallStep.Remove(entry.path);
                case FOLDER -> new InstallStep.RemoveEmpty(entry.path);
                case ARCHIVES -> new InstallStep.RemoveAll(entry.path);
            });
        }
        return steps;
    }
}
