package bloomward.agent.browser.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.program.text.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Relays between a browser and the agent until the browser ends its input.
///
/// ```
///  browser -> frames -> Inbox (thread "frames") -> NativeHost -> AgentLink -> agent
///  browser <- frames <- NativeHost (this thread) <------------- AgentLink <- agent
/// ```
///
/// While one side does not read, the other is not read either: at most one frame and one line are kept. A request that cannot
/// be delivered, or whose agent dies, is answered by the host: an extension must never wait for an agent that is not there.
public final class NativeHost {

    private static final Duration RETRY = Duration.ofSeconds(2);
    /// The time for which it waits with others for an agent. Requests wait with it, so it pauses for [#RETRY] after that.
    private static final Duration PLACE = Duration.ofSeconds(1);
    /// The time within which an agent must take a piece of a request.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Path> sockets;
    private final OutputStream out;
    private final Selector selector;
    private final Inbox inbox;
    private final Pending pending = new Pending();
    private Optional<AgentLink> link = Optional.empty();
    private long since; // of the last attempt to connect, or the last progress of a request
    private long waited; // when it last waited in vain for an agent

    private NativeHost(List<Path> sockets, InputStream in, OutputStream out, Selector selector) {
        this.sockets = List.copyOf(sockets);
        this.out = out;
        this.selector = selector;
        this.inbox = new Inbox(in, selector);
        this.waited = System.nanoTime() - RETRY.toNanos();
    }

    /// Relays until the input ends.
    ///
    /// @param sockets on which an agent may answer, the preferred one first
    /// @param in frames of the browser
    /// @param out frames for the browser; nothing else is written there
    /// @param atEnd is called on another thread when the input has ended, which this one may not notice while the browser
    ///     does not read; interrupted when this one has ended
    /// @return empty, or the reason for which the host cannot go on
    /// @throws IOException if the browser reads no more
    public static Optional<String> relay(List<Path> sockets, InputStream in, OutputStream out, Runnable atEnd)
            throws IOException {
        try (Selector selector = Selector.open()) {
            NativeHost host = new NativeHost(sockets, in, out, selector);
            Thread reader = new Reader(host.inbox, atEnd);
            reader.start();
            try {
                return host.relay();
            } finally {
                reader.interrupt();
                host.unlink();
            }
        }
    }

    private static final class Reader extends Thread {

        private final Inbox inbox;
        private final Runnable atEnd;

        Reader(Inbox inbox, Runnable atEnd) {
            super("frames");
            setDaemon(true);
            this.inbox = inbox;
            this.atEnd = atEnd;
        }

        @Override
        public void run() {
            inbox.read();
            atEnd.run();
        }
    }

    /// Tells a browser that there will be no agent.
    public static void tellAbsent(OutputStream out, String message) throws IOException {
        Frames.write(out, ByteBuffer.wrap(absentEvent(message)));
    }

    private Optional<String> relay() throws IOException {
        if (!connect()) {
            write(absentEvent(absence()));
        }
        while (inbox.end().isEmpty()) {
            if (link.isEmpty() || !link.get().isWriting()) {
                Optional<byte[]> frame = inbox.take();
                if (frame.isPresent()) {
                    deliver(frame.get());
                    continue;
                }
            }
            selector.select(waitInMillis());
            selector.selectedKeys().clear();
            step();
        }
        return inbox.end().orElseThrow().problem();
    }

    /// Zero means no limit, as for a selector.
    private long waitInMillis() {
        boolean hasEnd = link.isEmpty() || link.get().isWriting();
        return hasEnd ? Math.max(1, left().toMillis()) : 0;
    }

    private Duration left() {
        Duration all = link.isEmpty() ? RETRY : PATIENCE;
        return all.minusNanos(System.nanoTime() - since);
    }

    private void step() throws IOException {
        if (link.isEmpty()) {
            if (!left().isPositive()) {
                connect();
            }
            return;
        }
        AgentLink agent = link.get();
        Optional<String> loss = Optional.empty();
        boolean isOpen = true;
        try {
            if (agent.isWritable() && agent.write()) {
                since = System.nanoTime();
            }
            if (agent.isReadable()) {
                isOpen = agent.read() >= 0;
            }
        } catch (IOException e) {
            loss = Optional.of("the connection to the agent broke: " + e.getMessage());
        }
        relayLines(agent);
        if (loss.isEmpty() && !isOpen) {
            loss = Optional.of("the agent has ended the connection");
        }
        if (loss.isEmpty() && agent.isWriting() && !left().isPositive()) {
            loss = Optional.of("the agent does not read its requests");
        }
        if (loss.isPresent()) {
            lose(loss.get());
        }
    }

    private void relayLines(AgentLink agent) throws IOException {
        Optional<ByteBuffer> line = agent.nextLine();
        while (line.isPresent()) {
            pending.answered(Envelope.of(line.get()));
            Frames.write(out, line.get());
            line = agent.nextLine();
        }
    }

    private void deliver(byte[] frame) throws IOException {
        Envelope request = Envelope.of(ByteBuffer.wrap(frame));
        if (!isLine(frame)) {
            write(error(request, "malformed", "a frame must be one line with a JSON object"));
        } else if (link.isEmpty() && !connect()) {
            write(error(request, "absent", absence()));
        } else if (pending.isFull()) {
            write(error(request, "absent", "the agent does not answer"));
        } else {
            pending.add(request);
            since = System.nanoTime();
            try {
                link.orElseThrow().send(frame);
            } catch (IOException e) {
                relayWhatWasSaid();
                lose("the connection to the agent broke: " + e.getMessage());
            }
        }
    }

    /// Whether the agent reads the frame as one request.
    private static boolean isLine(byte[] frame) {
        for (byte b : frame) {
            if (b == '\n') {
                return false;
            }
        }
        return frame.length > 0 && !(frame.length == 1 && frame[0] == '\r');
    }

    /// An agent may have answered before it closed the connection.
    private void relayWhatWasSaid() throws IOException {
        AgentLink agent = link.orElseThrow();
        try {
            while (agent.read() > 0) {
                relayLines(agent);
            }
        } catch (IOException _) {
            // nothing more to read
        }
    }

    /// First without waiting, so that a busy agent does not hide another one.
    private boolean connect() throws IOException {
        boolean isIn = connect(Duration.ZERO) || (isToWait() && connect(PLACE));
        since = System.nanoTime();
        return isIn;
    }

    private boolean isToWait() {
        return System.nanoTime() - waited >= RETRY.toNanos();
    }

    /// @param patience with all of them
    private boolean connect(Duration patience) throws IOException {
        long began = System.nanoTime();
        for (Path socket : sockets) {
            link = AgentLink.connect(socket, patience.minusNanos(System.nanoTime() - began), selector);
            if (link.isPresent()) {
                write("{\"v\":1,\"event\":\"agent\",\"state\":\"connected\"}".getBytes(UTF_8));
                return true;
            }
        }
        if (patience.isPositive()) {
            waited = System.nanoTime();
        }
        return false;
    }

    private void lose(String message) throws IOException {
        unlink();
        since = System.nanoTime();
        for (String id : pending.takeIds()) {
            write(error(Optional.of(id), "absent", message));
        }
        write(absentEvent(message));
    }

    private void unlink() {
        if (link.isPresent()) {
            link.get().close();
            link = Optional.empty();
        }
    }

    private String absence() {
        List<String> names = new ArrayList<>();
        for (Path socket : sockets) {
            names.add(socket.toString());
        }
        return "no agent answers on " + String.join(" or ", names);
    }

    private void write(byte[] line) throws IOException {
        Frames.write(out, ByteBuffer.wrap(line));
    }

    private static byte[] absentEvent(String message) {
        return ("{\"v\":1,\"event\":\"agent\",\"state\":\"absent\",\"message\":" + quoted(message) + "}")
                .getBytes(UTF_8);
    }

    private static byte[] error(Envelope request, String code, String message) {
        return error(request.id(), code, message);
    }

    private static byte[] error(Optional<String> id, String code, String message) {
        String name = id.isPresent() ? "\"id\":" + id.get() + "," : "";
        return ("{\"v\":1," + name + "\"error\":\"" + code + "\",\"message\":" + quoted(message) + "}").getBytes(UTF_8);
    }

    private static String quoted(String text) {
        return "\"" + Printable.of(text).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
