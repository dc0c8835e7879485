package bloomward.agent.fetch;

import bloomward.format.wire.PublicPath;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/// A process that sends one request as a command does, and says for which of its threads its end would wait.
final class CommandRequest {

    private CommandRequest() {}

    /// @param args the address of the server
    public static void main(String... args) throws Exception {
        HttpTransport transport = HttpTransport.ofCommand(Map.of(), Optional.empty(), FetchLimits.QUESTION, "1",
                Clock.systemUTC());
        Reply reply = transport.get(URI.create(args[0]), new PublicPath.Latest(), 1000, Optional.empty());
        System.out.println(reply.getClass().getSimpleName());
        Thread.getAllStackTraces().keySet().stream().map(Thread::getName).sorted().forEach(System.out::println);
    }
}
