package bloomward.agent.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// An agent that starts by itself, on a machine with systemd.
///
/// ```
///   PROGRAM/VERSION/        a copy of the program; never changed, so that an agent that runs keeps its jars
///   PROGRAM/current         leads to one of them, and everything else leads to it
///   PROGRAM/installed       what was written
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

    /// What there is, or could be, on a machine.
    ///
    /// @throws InstallException if it cannot be told
    public static ServiceInstallation of(Audience audience, Machine machine) throws IOException, InstallException {
        Folders folders = Folders.of(audience, machine);
        return new ServiceInstallation(audience, machine, folders, Written.read(machine, folders.record()));
    }

    /// Puts a copy of a program where it stays, and has it started. What was installed before is replaced, but for the
    /// version that may be running.
    ///
    /// @throws InstallException if that cannot be done whole
    public Plan install(Program program) throws IOException, InstallException {
        return new InstallPlan(audience, machine, folders, earlier, program).make();
    }

    /// Takes away what installing wrote.
    ///
    /// @param purge settings, store and cache, too
    /// @throws InstallException if there is nothing to take away
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

    /// What makes the agent start by itself elsewhere, for a person to adapt; tried by nobody.
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
