package bloomward.agent.browser.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The surroundings in which browsers and programs run: this computer as it is, or a [Machine] with an `/etc` of its own.
public interface Computer {

    /// A program that runs there, with nothing of this process's environment.
    ///
    /// @param home the home folder of the user that starts it
    ProcessBuilder program(Path home, List<String> command) throws IOException;

    /// This computer, with a home for each person and nothing to mount.
    static Computer asItIs() {
        return (home, command) -> withEnvironment(new ProcessBuilder(command).directory(home.toFile()), home);
    }

    /// @param program to be started, whose environment becomes that of a person with this home
    static ProcessBuilder withEnvironment(ProcessBuilder program, Path home) throws IOException {
        program.environment().clear();
        program.environment().put("HOME", home.toString());
        program.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");
        program.environment().put("LANG", "C.UTF-8");
        program.environment().put("TMPDIR", Files.createDirectories(home.resolve("tmp")).toString());
        program.environment().put("BLOOMWARD_JAVA_HOME", System.getProperty("java.home"));
        return program;
    }
}
