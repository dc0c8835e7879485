package bloomward.agent.install;

import bloomward.agent.install.CommandRunner.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// What is about to be done, in order: to be shown, or to be carried out.
public final class Plan {

    private final Machine machine;
    private final List<Step> steps;
    private final List<String> notes;

    Plan(Machine machine, List<Step> steps, List<String> notes) {
        this.machine = machine;
        this.steps = List.copyOf(steps);
        this.notes = List.copyOf(notes);
    }

    /// What a person should know about it, a line each.
    public List<String> notes() {
        return notes;
    }

    /// All of it: every file, what stands in those of the service, every link, every command.
    public String shown() {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            switch (step) {
                case Step.Folder folder -> line(text, folder.isPrivate() ? "private" : "folder", folder.path());
                case Step.Copy copy -> line(text, "copy", copy.from() + " -> " + copy.path());
                case Step.Text file -> {
                    line(text, "write", file.path());
                    if (file.isRead()) {
                        file.content().lines().forEach(content -> text.append("        | ").append(content).append(
                                '\n'));
                    }
                }
                case Step.Link link -> line(text, "link", link.path() + " -> " + link.target());
                case Step.Remove file -> line(text, "remove", file.path());
                case Step.RemoveEmpty folder -> line(text, "remove", folder.path() + " if it is empty");
                case Step.RemoveAll folder -> line(text, "remove", folder.path() + " and all in it");
                case Step.Run run -> line(text, "run", run.words());
            }
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String word, Object rest) {
        text.append(String.format("%-7s %s%n", word, rest));
    }

    /// Does it all.
    ///
    /// @return what is left for a person to run, as a shell takes it: the needed command that failed, if any, and those
    ///     behind it
    public List<String> carryOut() throws IOException {
        Files.createDirectories(machine.root());
        Disk disk = new Disk(machine);
        List<String> left = new ArrayList<>();
        for (Step step : steps) {
            switch (step) {
                case Step.Folder(var path, boolean isPrivate) -> disk.makeFolder(path, isPrivate);
                case Step.Copy(var from, var path, boolean isExecutable) -> disk.copy(from, path, isExecutable);
                case Step.Text(var path, String content, boolean _) -> disk.write(path, content);
                case Step.Link(var path, var target) -> disk.link(path, target);
                case Step.Remove(var path) -> disk.remove(path);
                case Step.RemoveEmpty(var path) -> disk.removeIfEmpty(path);
                case Step.RemoveAll(var path) -> disk.removeAll(path);
                case Step.Run run -> {
                    boolean isDone = (left.isEmpty() || !run.isNeeded()) && isRun(run);
                    if (!isDone && run.isNeeded()) {
                        left.add(run.words());
                    }
                }
            }
        }
        return left;
    }

    private boolean isRun(Step.Run run) {
        try {
            Ended ended = machine.runner().run(run.command());
            return ended.isDone();
        } catch (IOException _) {
            return false; // there is no such program
        }
    }
}
