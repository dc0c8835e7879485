package bloomward.agent.publisher;

import bloomward.agent.store.FileTree;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives tests one thing for the whole run, as it takes a while to make; they leave it as it is. It is made when the first of
/// them wants it, and closed with the run.
///
/// @param <T> also the type of the parameter that gets it
public abstract class OncePerRun<T extends Closeable> implements ParameterResolver {

    private final Class<T> type;
    private final Making<T> making;

    /// Makes it in a folder, which is deleted after the run.
    @FunctionalInterface
    protected interface Making<T> {
        T in(Path folder) throws Exception;
    }

    private record Kept(Path folder, Closeable thing) implements Closeable {

        @Override
        public void close() throws IOException {
            thing.close();
            FileTree.delete(folder);
        }
    }

    protected OncePerRun(Class<T> type, Making<T> making) {
        this.type = type;
        this.making = making;
    }

    @Override
    public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public final T resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return type.cast(context.getRoot()
                .getStore(Namespace.create(getClass()))
                .computeIfAbsent(Kept.class, _ -> make(), Kept.class)
                .thing());
    }

    private Kept make() {
        try {
            Path folder = Files.createTempDirectory("bloomward-run");
            return new Kept(folder, making.in(folder));
        } catch (Exception e) {
            throw new IllegalStateException("no " + type.getSimpleName(), e);
        }
    }
}
