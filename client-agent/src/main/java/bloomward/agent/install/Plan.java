package bloomward.agent.install;

import bloomward.agent.install.CommandRunner.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The steps of an installation, in order: shown, or carried out.
public final class Plan {

    private final Machine machine;
    private final List<InstallStep> steps;
    private final List<String> notes;
    private final Optional<Path> whole;

    public Plan(Machine machine, List<InstallStep> steps, List<String> notes) {
        this(machine, steps, notes, Optional.empty());
    }

    private Plan(Machine machine, List<InstallStep> steps, List<String> notes, Optional<Path> whole) {
        this.machine = machine;
        this.steps = List.copyOf(steps);
        this.notes = List.copyOf(notes);
        this.whole = whole;
    }

    /// The same plan, which shows all files of a folder as one line: a person has no use for their names.
    public Plan withWhole(Path folder) {
        return new Plan(machine, steps, notes, Optional.of(folder));
    }

    /// Remarks for a person, one line each.
    public List<String> notes() {
        return notes;
    }

    /// The steps, in order.
    public List<InstallStep> steps() {
        return steps;
    }

    /// The whole plan: every file, the contents of the service's files, every link, every command.
    public String shown() {
        StringBuilder text = new StringBuilder();
        boolean isWholeShown = false;
        for (InstallStep step : steps) {
            if (isInWhole(step)) {
                if (!isWholeShown) {
                    countInWhole(text, "write", InstallStep.Data.class);
                    countInWhole(text, "remove", InstallStep.Remove.class);
                    isWholeShown = true;
                }
                continue;
            }
            switch (step) {
                case InstallStep.Folder folder -> line(text, folder.isPrivate() ? "private" : "folder", folder.path());
                case InstallStep.Copy copy -> line(text, "copy", copy.from() + " -> " + copy.path());
                case InstallStep.Text file -> {
                    line(text, "write", file.path());
                    if (file.isRead()) {
                        file.content()
                                .lines()
                                .forEach(content -> text.append("        | ").append(content).append('\n'));
                    }
                }
                case InstallStep.Data file -> line(text, "write", file.path());
                case InstallStep.Replace file -> line(text, "change", file.path());
                case InstallStep.Link link -> line(text, "link", link.path() + " -> " + link.target());
                case InstallStep.Remove file -> line(text, "remove", file.path());
                case InstallStep.RemoveEmpty folder -> line(text, "remove", folder.path() + " if it is empty");
                case InstallStep.RemoveAll folder -> line(text, "remove", folder.path() + " and its contents");
                case InstallStep.Run run -> line(text, "run", run.words());
            }
        }
        return text.toString();
    }

    /// Whether the step is about a file or folder in the folder that is shown as a whole.
    private boolean isInWhole(InstallStep step) {
        return switch (step) {
            case InstallStep.Data(Path path, _, _) -> isInWhole(path);
            case InstallStep.Remove(Path path) -> isInWhole(path);
            case InstallStep.Folder(Path path, _) -> isInWhole(path);
            case InstallStep.RemoveEmpty(Path path) -> isInWhole(path);
            default -> false;
        };
    }

    private boolean isInWhole(Path path) {
        return whole.filter(path::startsWith).isPresent();
    }

    private void countInWhole(StringBuilder text, String word, Class<? extends InstallStep> kind) {
        long files = steps.stream().filter(kind::isInstance).filter(this::isInWhole).count();
        if (files > 0) {
            line(text, word, whole.orElseThrow() + ", " + files + (files == 1 ? " file" : " files"));
        }
    }

    private static void line(StringBuilder text, String word, Object rest) {
        text.append(String.format("%-7s %s%n", word, rest));
    }

    /// Carries out all steps.
    ///
    /// @return commands left for a person to run, quoted for a shell: the needed one that failed, if any, and all after
    ///     it
    public List<String> carryOut() throws IOException {
        Files.createDirectories(machine.root());
        Disk disk = new Disk(machine);
        List<String> left = new ArrayList<>();
        for (InstallStep step : steps) {
            switch (step) {
                case InstallStep.Folder(var path, boolean isPrivate) -> disk.makeFolder(path, isPrivate);
                case InstallStep.Copy(var from, var path, boolean isExecutable) -> disk.copy(from, path, isExecutable);
                case InstallStep.Text(var path, String content, boolean _) -> disk.write(path, content);
                case InstallStep.Data(var path, var content, var access) -> disk.write(path, content, access);
                case InstallStep.Replace(var path, var content) -> disk.replace(path, content);
                case InstallStep.Link(var path, var target) -> disk.link(path, target);
                case InstallStep.Remove(var path) -> disk.remove(path);
                case InstallStep.RemoveEmpty(var path) -> disk.removeIfEmpty(path);
                case InstallStep.RemoveAll(var path) -> disk.removeAll(path);
                case InstallStep.Run run -> {
                    boolean isDone = (left.isEmpty() || !run.isNeeded()) && isRun(run);
                    if (!isDone && run.isNeeded()) {
                        left.add(run.words());
                    }
                }
            }
        }
        return left;
    }

    private boolean isRun(InstallStep.Run run) {
        try {
            Ended ended = machine.runner().run(run.command());
            return ended.isDone();
        } catch (IOException _) {
            return false; // the program does not exist
        }
    }
}
