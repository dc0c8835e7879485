package bloomward.agent.publisher;

import bloomward.agent.store.FileTree;
import bloomward.format.testing.SetClock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives tests that publish nothing one [Publisher] for the whole run, as a server takes a while to start and to stop: one list,
/// `phishing`, with `evil.example`, published at the time at which a [SetClock] begins. A test that stops it starts it again.
public final class SharedPublisher implements ParameterResolver {

    private record Started(Path folder, Publisher publisher) implements AutoCloseable {

        static Started now() {
            try {
                Path folder = Files.createTempDirectory("bloomward-publisher");
                return new Started(folder, Publisher.start(folder.resolve("server"), new SetClock())
                        .list("phishing")
                        .add("phishing", "evil.example")
                        .publish());
            } catch (Exception e) {
                throw new IllegalStateException("nothing is published", e);
            }
        }

        @Override
        public void close() throws Exception {
            publisher.close();
            FileTree.delete(folder);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Publisher.class;
    }

    @Override
    public Publisher resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(SharedPublisher.class))
                .computeIfAbsent(Started.class, _ -> Started.now(), Started.class)
                .publisher();
    }
}
