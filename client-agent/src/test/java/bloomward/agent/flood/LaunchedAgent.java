package bloomward.agent.flood;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.agent.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/// An agent in a process of its own, and connections to it. It has no lists: every URL is unknown.
final class LaunchedAgent implements AutoCloseable {

    private static final String QUESTION = "{\"op\":\"check\",\"url\":\"http://a.example/\"}\n";

    private static final int MANY = 600;

    private final Process process;
    private final Path socket;
    private final Deque<SocketChannel> connections = new ArrayDeque<>();

    /// @param limit of memory, as an option of the JVM
    LaunchedAgent(Path folder, String limit) throws IOException {
        socket = folder.resolve("run/agent.sock");
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", limit, "-cp", System.getProperty("java.class.path"),
                Main.class.getName(), "agent", "run", "--ready-json");
        builder.environment().put("BLOOMWARD_DATA_DIR", folder.resolve("store").toString());
        builder.environment().put("BLOOMWARD_SOCKET", socket.toString());
        process = builder.redirectErrorStream(true).start();
        BufferedReader out = process.inputReader(UTF_8);
        for (String line = out.readLine(); line == null || !line.startsWith("{"); line = out.readLine()) {
            if (line == null) {
                throw new IOException("the agent did not start");
            }
        }
        Thread.ofVirtual().start(() -> out.lines().forEach(System.err::println));
    }

    Process process() {
        return process;
    }

    /// A connection that is held until there are more of them than an agent has places.
    SocketChannel connect() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        connections.add(channel);
        if (connections.size() > MANY) {
            connections.remove().close();
        }
        channel.connect(UnixDomainSocketAddress.of(socket));
        return channel;
    }

    /// Sends what can be sent without waiting for the agent to read.
    static void send(SocketChannel channel, String text) throws IOException {
        channel.configureBlocking(false);
        ByteBuffer left = ByteBuffer.wrap(text.getBytes(UTF_8));
        int sent;
        do {
            sent = channel.write(left);
        } while (sent > 0 && left.hasRemaining());
    }

    /// Asks on a connection of its own until there is a verdict: being too busy is no verdict, and no end.
    String askUntilAnswered() throws IOException {
        String answer = "";
        while (process.isAlive() && !Thread.currentThread().isInterrupted() && !answer.contains("\"verdict\"")) {
            answer = ask();
        }
        return answer;
    }

    private String ask() {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.write(ByteBuffer.wrap(QUESTION.getBytes(UTF_8)));
            String line = new BufferedReader(Channels.newReader(channel, UTF_8)).readLine();
            return line == null ? "closed" : line;
        } catch (IOException e) {
            return "closed: " + e;
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel connection : connections) {
            connection.close();
        }
        process.destroyForcibly();
    }
}
