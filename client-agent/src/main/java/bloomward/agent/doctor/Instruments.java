package bloomward.agent.doctor;

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

/// What a doctor examines with.
///
/// @param transport how servers are reached
/// @param proxy which proxy an address is reached by, for a person; empty for none
/// @param judge how URLs are checked
/// @param agent how the running agent is asked
/// @param disk how much room there is
/// @param units where the agent would be installed as a service, for its user or the machine
/// @param processes the folder in which the kernel tells of processes, `/proc`
/// @param version of this program
/// @param clock this machine's
public record Instruments(TransportOpener transport, Proxy proxy, Judge judge, AgentSocket agent, Disk disk,
        List<Path> units, Path processes, String version, Clock clock) {

    /// Where Linux tells of processes.
    public static final Path PROCESSES = Path.of("/proc");

    public Instruments {
        units = List.copyOf(units);
    }

    /// Makes the way to servers.
    public interface TransportOpener {

        /// @throws IOException if the file of certificates cannot be used
        /// @throws IllegalArgumentException if a proxy is named that cannot be used
        Transport open() throws IOException;
    }

    /// Knows by which proxy an address is reached.
    public interface Proxy {

        Optional<String> of(URI address);
    }

    /// Checks a URL as every command does.
    public interface Judge {

        Verdict judge(Protection protection, String url);
    }

    /// Asks the running agent.
    public interface AgentSocket {

        /// @return empty if none answers there
        /// @throws IOException if one does, and not as an agent should
        Optional<RunningAgent> ask(Path socket) throws IOException;
    }

    /// What a running agent says of itself.
    public record RunningAgent(String version, long pid) {}

    /// Knows how much room there is.
    public interface Disk {

        /// How many bytes can still be written near a path that is there.
        long usableBytes(Path path) throws IOException;

        /// This machine's.
        static Disk ofMachine() {
            return path -> Files.getFileStore(path).getUsableSpace();
        }
    }
}
