package bloomward.agent.doctor;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.check.Verdict;
import bloomward.agent.fetch.Transport;
import bloomward.agent.store.Protection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// The doctor's access to the machine and the servers.
///
/// @param transport reaches servers
/// @param proxy names the proxy for an address, for a person; empty for none
/// @param judge checks URLs
/// @param agent asks the running agent
/// @param browsers looks at the extension in browsers
/// @param disk measures free space
/// @param units possible places of the agent's unit file, for its user or the machine
/// @param processes the folder in which the kernel shows processes, `/proc`
/// @param version of this program
/// @param clock this machine's
public record Instruments(TransportOpener transport, Proxy proxy, Judge judge, AgentSocket agent, Browsers browsers,
        Disk disk, List<Path> units, Path processes, String version, Clock clock) {

    /// The folder in which Linux shows processes.
    public static final Path PROCESSES = Path.of("/proc");

    public Instruments {
        units = List.copyOf(units);
    }

    /// Opens a connection to servers.
    public interface TransportOpener {

        /// @throws IOException if the file of certificates cannot be used
        /// @throws IllegalArgumentException if a named proxy cannot be used
        Transport open() throws IOException;
    }

    /// Names the proxy for an address.
    public interface Proxy {

        Optional<String> of(URI address);
    }

    /// Checks a URL like every command.
    public interface Judge {

        Verdict judge(Protection protection, String url);
    }

    /// Asks the running agent.
    public interface AgentSocket {

        /// @return empty if nothing answers there
        /// @throws IOException if the answer is not one of an agent
        Optional<RunningAgent> ask(Path socket) throws IOException;
    }

    /// A running agent, as it reports itself.
    ///
    /// @param browsers that are connected to it
    public record RunningAgent(String version, long pid, List<ConnectedBrowser> browsers) {

        public RunningAgent {
            browsers = List.copyOf(browsers);
        }
    }

    /// Looks at the extension in the browsers of this machine.
    public interface Browsers {

        /// @throws IOException if that cannot be read, with the reason
        BrowserParts parts() throws IOException;
    }

    /// The extension in the browsers of this machine.
    ///
    /// @param installed the browsers that it was installed into, with what can be expected
    /// @param differences from what was installed
    public record BrowserParts(List<String> installed, List<String> differences) {

        /// The state of a machine without the extension.
        public static final BrowserParts NONE = new BrowserParts(List.of(), List.of());

        public BrowserParts {
            installed = List.copyOf(installed);
            differences = List.copyOf(differences);
        }
    }

    /// Measures free disk space.
    public interface Disk {

        /// The number of bytes that can still be written near an existing path.
        long usableBytes(Path path) throws IOException;

        /// The disk of this machine.
        static Disk ofMachine() {
            return path -> Files.getFileStore(path).getUsableSpace();
        }
    }
}
