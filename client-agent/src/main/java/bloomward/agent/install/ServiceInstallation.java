package bloomward.agent.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The installation of an agent that starts automatically, on a machine with systemd.
///
/// ```
///   PROGRAM/VERSION/        a copy of the program; never changed, so that a running agent keeps its jars
///   PROGRAM/current         a link to one of them; everything else links to it
///   PROGRAM/installed       the record of written files
/// ```
public final class ServiceInstallation {

    static final String UNIT = "bloomward-agent.service";

    private final Audience audience;
    private final Machine machine;
    private final Folders folders;
    private final Written earlier;

    private ServiceInstallation(Audience audience, Machine machine, Folders folders, Written earlier) {
        this.audience = audience;
        this.machine = machine;
        this.folders = folders;
        this.earlier = earlier;
    }

    /// The existing or possible installation on a machine.
    ///
    /// @throws InstallException if it cannot be determined
    public static ServiceInstallation of(Audience audience, Machine machine) throws IOException, InstallException {
        Folders folders = Folders.of(audience, machine);
        return new ServiceInstallation(audience, machine, folders, Written.read(machine, folders.record()));
    }

    /// Installs a copy of a program, and starts it. An earlier installation is replaced, except the version that may be
    /// running.
    ///
    /// @throws InstallException if it cannot be completed
    public Plan install(Program program) throws IOException, InstallException {
        return new InstallPlan(audience, machine, folders, earlier, program).make();
    }

    /// Removes the files that installing wrote.
    ///
    /// @param purge whether settings, store and cache are removed too
    /// @throws InstallException if nothing is installed
    public Plan uninstall(boolean purge) throws InstallException {
        if (earlier.entries().isEmpty() && !purge) {
            throw new InstallException("nothing is installed: " + folders.record() + " is missing");
        }
        requireWritable(folders.program());
        List<InstallStep> steps = new ArrayList<>();
        boolean hasUnit = earlier.has(folders.unit()) && !machine.isLaidOutOnly();
        if (hasUnit) {
            steps.add(systemctl(audience, "disable", "--now", UNIT));
        }
        steps.addAll(earlier.removal());
        if (hasUnit) {
            steps.add(systemctl(audience, "daemon-reload"));
        }
        List<String> notes = new ArrayList<>();
        for (Path own : folders.own()) {
            if (purge) {
                steps.add(new InstallStep.RemoveAll(own));
            } else if (machine.exists(own)) {
                notes.add("kept: " + own);
            }
        }
        return new Plan(machine, steps, notes);
    }

    /// A template that makes the agent start automatically on another system, for a person to adapt; not tested.
    ///
    /// @param system `launchd` or `windows`
    public String template(String system) {
        Template template = Template.of(system.equals("launchd") ? "launchd.plist" : "windows-task.xml");
        return template.with("command", Template.xml(folders.launcher())).text();
    }

    private void requireWritable(Path folder) throws InstallException {
        if (!machine.isWritable(folder)) {
            throw new InstallException(
                    folder + " cannot be written by this user" + (audience == Audience.SYSTEM ? "; sudo helps" : ""));
        }
    }

    static InstallStep.Run systemctl(Audience audience, String... words) {
        List<String> command = new ArrayList<>(List.of("systemctl"));
        if (audience == Audience.USER) {
            command.add("--user");
        }
        command.addAll(List.of(words));
        return new InstallStep.Run(command, true);
    }
}
