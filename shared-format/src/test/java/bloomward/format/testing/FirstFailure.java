package bloomward.format.testing;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// A program that runs test classes one after the other until a test fails. It writes to a file what failed, or nothing if all pass.
final class FirstFailure implements TestExecutionListener {

    private final CancellationToken stop = CancellationToken.create();
    private final Path result;
    private String running = "";

    private FirstFailure(Path result) {
        this.result = result;
    }

    /// @param arguments the file, then the names of the classes
    public static void main(String[] arguments) throws IOException {
        FirstFailure listener = new FirstFailure(Path.of(arguments[0]));
        // Without TestTimes, which would count these runs, too.
        Launcher launcher = LauncherFactory
                .create(LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build());
        List<String> classes = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
        while (!classes.isEmpty() && !listener.stop.isCancellationRequested()) {
            listener.running = classes.removeFirst();
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(listener.running))
                    .filters(TagFilter.excludeTags("long", "dist"))
                    .build();
            launcher.execute(LauncherExecutionRequestBuilder.request(request)
                    .listeners(listener)
                    .cancellationToken(listener.stop)
                    .build());
        }
        if (!listener.stop.isCancellationRequested()) {
            Files.writeString(listener.result, "");
        }
        System.exit(0);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
        if (outcome.getStatus() != TestExecutionResult.Status.FAILED || stop.isCancellationRequested()) {
            return;
        }
        String method = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> "." + source.getMethodName())
                .orElse("");
        try {
            Files.writeString(result, running.substring(running.lastIndexOf('.') + 1) + method);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        stop.cancel();
    }
}
