package bloomward.agent.install;

import bloomward.agent.install.Written.Entry;
import bloomward.agent.install.Written.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Makes the plan of one installation.
final class InstallPlan {

    private final Audience audience;
    private final Machine machine;
    private final Folders folders;
    private final Written earlier;
    private final Program program;
    private final Path version;
    private final Set<Path> made = new LinkedHashSet<>();
    private final List<InstallStep> steps = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    InstallPlan(Audience audience, Machine machine, Folders folders, Written earlier, Program program) {
        this.audience = audience;
        this.machine = machine;
        this.folders = folders;
        this.earlier = earlier;
        this.program = program;
        this.version = freeFolder(program.version());
    }

    Plan make() throws IOException, InstallException {
        requireReachable();
        List<InstallStep> all = new ArrayList<>();
        addFolder(all, folders.program());
        copyProgram();
        linkToIt();
        writeUnits();
        requireOurs();
        Written outdated = outdated();
        // First, so that all written files are recorded even after a failure.
        Written written = earlier.without(outdated)
                .and(all)
                .and(List.of(new InstallStep.Text(folders.record(), "", false)))
                .and(steps);
        all.add(new InstallStep.Text(folders.record(), written.text(), false));
        all.addAll(steps);
        all.addAll(outdated.removal());
        if (!machine.isLaidOutOnly()) {
            all.add(ServiceInstallation.systemctl(audience, "daemon-reload"));
            all.add(ServiceInstallation.systemctl(audience, "enable", ServiceInstallation.UNIT));
            all.add(ServiceInstallation.systemctl(audience, "restart", ServiceInstallation.UNIT));
        }
        return new Plan(machine, all, notes);
    }

    /// The folder of a version, or of its second copy if that is in use.
    private Path freeFolder(String name) {
        Path folder = folders.program().resolve(name);
        for (int copy = 2; machine.exists(folder); copy++) {
            folder = folders.program().resolve(name + "." + copy);
        }
        return folder;
    }

    private void requireReachable() throws InstallException {
        for (Path folder : List.of(folders.program(), folders.commands(), folders.share(), folders.units())) {
            if (!machine.isWritable(folder)) {
                throw new InstallException(folder + " cannot be written by this user"
                        + (audience == Audience.SYSTEM ? "; sudo helps" : ""));
            }
            if (folder.toString().chars().anyMatch(Character::isISOControl)) {
                throw new InstallException("cannot install into a folder with a control character in its name");
            }
        }
        boolean isHidden = List.of("/home", "/root", "/run/user", "/tmp", "/var/tmp")
                .stream()
                .anyMatch(program.javaHome()::startsWith);
        if (audience == Audience.SYSTEM && !program.hasRuntime() && isHidden && !machine.isLaidOutOnly()) {
            throw new InstallException("a system service cannot access the JDK in " + program.javaHome()
                    + "; install one for the whole machine, or set BLOOMWARD_JAVA_HOME to one");
        }
    }

    private void copyProgram() throws IOException, InstallException {
        for (Path file : program.files()) {
            Path to = version.resolve(file.toString());
            folder(parent(to));
            steps.add(new InstallStep.Copy(program.home().resolve(file), to,
                    Files.isExecutable(program.home().resolve(file))));
        }
        program.pages().forEach((place, text) -> {
            Path to = version.resolve("share").resolve(place);
            folder(parent(to));
            steps.add(new InstallStep.Text(to, text, false));
        });
        folder(version.resolve(Program.ARCHIVES));
        if (!machine.isLaidOutOnly()) {
            // The first start makes the class-data archive, and that of the native host has one of its own; the service's user
            // and a browser's may not be able to.
            String launcher = version.resolve("bin/bloomward").toString();
            for (String arguments : List.of("--version", "native-host --caller none --")) {
                steps.add(new InstallStep.Run(List.of("sh", "-c", "umask 022; exec \"$0\" " + arguments, launcher),
                        false));
            }
        }
    }

    private void linkToIt() {
        steps.add(new InstallStep.Link(folders.current(), parent(version).relativize(version)));
        link(folders.commands().resolve("bloomward"), folders.launcher());
        Path share = folders.current().resolve("share");
        for (String page : program.pages().keySet()) {
            if (audience == Audience.SYSTEM || !page.startsWith("zsh")) { // zsh searches no user folder by default
                link(folders.share().resolve(page), share.resolve(page));
            }
        }
    }

    private void writeUnits() {
        Template unit = Template.of(audience == Audience.SYSTEM ? "system.service" : "user.service")
                .with("command", Template.unitWord(folders.launcher()));
        if (!program.hasRuntime() && program.isToldByVariable(machine.environment())) {
            unit = unit.with("environment",
                    "Environment=" + Template.unitValue(Path.of("BLOOMWARD_JAVA_HOME=" + program.javaHome())));
        }
        folder(folders.units());
        steps.add(new InstallStep.Text(folders.unit(), unit.without("environment").text(), true));
        if (audience == Audience.USER) {
            addFolder(steps, parent(folders.store()));
            if (made.add(folders.store()) && !machine.exists(folders.store())) {
                steps.add(new InstallStep.Folder(folders.store(), true));
            }
            writeHardening();
        }
    }

    private void writeHardening() {
        if (machine.isLaidOutOnly() || machine.says("unshare", "--user", "true")) {
            folder(parent(folders.hardening()));
            steps.add(new InstallStep.Text(folders.hardening(),
                    Template.of("hardening.conf").with("store", Template.unitValue(folders.store())).text(), true));
        } else {
            notes.add("users of this machine cannot create namespaces, so the service is less hardened: "
                    + folders.hardening() + " is omitted");
        }
    }

    /// Only files written by an installation may be overwritten.
    private void requireOurs() throws IOException, InstallException {
        for (InstallStep step : steps) {
            Optional<Path> path = switch (step) {
                case InstallStep.Copy copy -> Optional.of(copy.path());
                case InstallStep.Text file -> Optional.of(file.path());
                case InstallStep.Data file -> Optional.of(file.path());
                case InstallStep.Link link -> Optional.of(link.path());
                case InstallStep.Folder _,InstallStep.Replace _,InstallStep.Remove _,InstallStep.RemoveEmpty _,InstallStep.RemoveAll _,InstallStep.Run _ ->
                    Optional.empty();
            };
            if (path.isPresent() && machine.exists(path.get()) && !earlier.has(path.get())) {
                throw new InstallException(
                        path.get() + " already exists and was not written by an installation; move it away");
            }
        }
    }

    /// Files no longer needed: all versions but the one that may be running, and the files that only they had.
    private Written outdated() throws IOException {
        Optional<Path> running = machine.target(folders.current()).map(target -> folders.program().resolve(target));
        Written now = new Written(Set.of()).and(steps);
        Set<Entry> outdated = earlier.entries();
        outdated.removeIf(entry -> now.entries().contains(entry) || entry.path().equals(folders.record())
                || running.filter(entry.path()::startsWith).isPresent()
                || (entry.kind() == Kind.FOLDER && !isInOldVersion(entry.path())));
        return new Written(outdated);
    }

    private boolean isInOldVersion(Path path) {
        return path.startsWith(folders.program()) && !path.equals(folders.program());
    }

    private void link(Path path, Path target) {
        folder(parent(path));
        steps.add(new InstallStep.Link(path, target));
    }

    private void folder(Path folder) {
        addFolder(steps, folder);
    }

    /// Adds a folder and its missing parents.
    private void addFolder(List<InstallStep> to, Path folder) {
        if (folder.getNameCount() == 0 || machine.exists(folder) || made.contains(folder)) {
            return;
        }
        addFolder(to, parent(folder));
        made.add(folder);
        to.add(new InstallStep.Folder(folder, false));
    }

    private static Path parent(Path path) {
        return path.resolve("..").normalize();
    }
}
