package bloomward.agent.browser.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.testing.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A machine as an administrator has it, on this machine: programs that run in it see folders of the system that can be written,
/// and nobody else sees what is written there. Of Bloomward and of policies for browsers there is nothing yet.
///
/// Browsers read policies from fixed places below `/etc`. A process that does nothing holds a mount namespace with layers over the
/// folders of the system; the layers lie in memory and go with the process, whatever ends it. Needs root.
final class Machine implements AutoCloseable, Computer {

    private static final String LAYERS = """
            set -e
            layers=$1; shift
            mount -t tmpfs layers "$layers"
            for folder; do
              name=$(echo "$folder" | tr / _)
              mkdir -p "$layers/$name/upper" "$layers/$name/work"
              mount -t overlay overlay -o "lowerdir=$folder,upperdir=$layers/$name/upper,workdir=$layers/$name/work" "$folder"
            done
            rm -rf /etc/bloomward /etc/chromium/policies /etc/chromium/native-messaging-hosts /etc/firefox \
              /etc/opt/chrome /etc/opt/edge /etc/brave /usr/lib/mozilla/native-messaging-hosts /usr/local/lib/bloomward
            echo ready
            exec cat
            """;

    private static final List<String> FOLDERS = List.of("/etc", "/usr/local", "/usr/lib/mozilla");

    private final Process holder;

    private Machine(Process holder) {
        this.holder = holder;
    }

    /// @param layers a folder of its own, which stays empty
    static Machine start(Path layers) throws IOException {
        Needs.programs("unshare", "nsenter", "mount");
        List<String> command = new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private", "sh", "-c",
                LAYERS, "sh", Files.createDirectories(layers).toString()));
        FOLDERS.stream().filter(folder -> Files.isDirectory(Path.of(folder))).forEach(command::add);
        Process holder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader out = holder.inputReader(UTF_8);
        boolean isReady = "ready".equals(out.readLine());
        if (!isReady) {
            holder.destroyForcibly();
        }
        Needs.mounting(isReady, "browsers with policies need root, or rather the right to mount");
        return new Machine(holder);
    }

    /// A file or folder of the machine, for this process.
    Path path(String absolute) {
        return Path.of("/proc/" + holder.pid() + "/root" + absolute);
    }

    void write(String absolute, String text) throws IOException {
        Path file = path(absolute);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Override
    public ProcessBuilder program(Path home, List<String> command) throws IOException {
        List<String> inside = new ArrayList<>(
                List.of("nsenter", "--mount=/proc/" + holder.pid() + "/ns/mnt", "--wd=" + home));
        inside.addAll(command);
        return Computer.withEnvironment(new ProcessBuilder(inside), home);
    }

    @Override
    public void close() {
        holder.destroyForcibly().onExit().join();
    }
}
