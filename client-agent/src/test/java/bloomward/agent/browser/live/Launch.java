package bloomward.agent.browser.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A browser's process until it listens, and the end of all that it started.
final class Launch implements AutoCloseable {

    private final Process process;
    private final CompletableFuture<String> listening = new CompletableFuture<>();
    private final StringBuilder said = new StringBuilder(); // guarded by itself
    private final Thread hook;

    /// @param listens with one group, the address that the browser prints
    Launch(Computer computer, Path home, List<String> command, Pattern listens) throws IOException {
        process = computer.program(home, command).redirectErrorStream(true).start();
        hook = Thread.ofPlatform().unstarted(this::end);
        Runtime.getRuntime().addShutdownHook(hook);
        BufferedReader out = process.inputReader(UTF_8);
        Thread.ofVirtual().start(() -> {
            out.lines().forEach(line -> heard(line, listens));
            listening.completeExceptionally(new IOException("the browser ended: " + said()));
        });
    }

    private void heard(String line, Pattern listens) {
        synchronized (said) {
            said.append(line).append('\n');
        }
        Matcher found = listens.matcher(line);
        if (found.find()) {
            listening.complete(found.group(1));
        }
    }

    String said() {
        synchronized (said) {
            return said.toString();
        }
    }

    String awaitAddress() throws IOException, InterruptedException {
        try {
            return listening.get(Until.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            close();
            throw new IOException("the browser did not start: " + said(), e);
        }
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    /// Waits for its orderly end, which it was asked for.
    void awaitEnd() {
        process.onExit()
                .thenApply(Process::toHandle)
                .completeOnTimeout(process.toHandle(), Until.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private void end() {
        // Its children first: when it is gone, nobody knows them.
        Stream<ProcessHandle> all = Stream.concat(process.descendants().toList().stream(),
                Stream.of(process.toHandle()));
        List<ProcessHandle> ended = all.toList();
        ended.forEach(ProcessHandle::destroyForcibly);
        ended.forEach(one -> one.onExit().completeOnTimeout(one, Until.PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook runs already.
        }
    }
}
