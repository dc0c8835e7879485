package bloomward.agent.browser.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A browser that has started a host, in this process.
final class Browser implements AutoCloseable {

    final CompletableFuture<Optional<String>> end = new CompletableFuture<>();
    final OutputStream input;
    private final InputStream output;

    Browser(Path... sockets) throws IOException {
        Pipe toHost = Pipe.open();
        Pipe fromHost = Pipe.open();
        input = Channels.newOutputStream(toHost.sink());
        output = Channels.newInputStream(fromHost.source());
        InputStream in = Channels.newInputStream(toHost.source());
        OutputStream out = Channels.newOutputStream(fromHost.sink());
        Thread.ofPlatform().daemon().start(() -> {
            try {
                end.complete(NativeHost.relay(List.of(sockets), in, out, () -> {}));
            } catch (IOException | RuntimeException e) {
                end.completeExceptionally(e);
            }
        });
    }

    void send(String message) throws IOException {
        Frames.write(input, ByteBuffer.wrap(message.getBytes(UTF_8)));
    }

    String next() throws IOException {
        return new String(Frames.read(output).orElseThrow(), UTF_8);
    }

    String ask(String message) throws IOException {
        send(message);
        return next();
    }

    /// Closes the input.
    @Override
    public void close() throws IOException {
        input.close();
    }
}
