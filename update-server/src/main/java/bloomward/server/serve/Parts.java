package bloomward.server.serve;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The opened parts of a program. Closing ends them in reverse order, each even if another one fails. For one thread.
public final class Parts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final List<AutoCloseable> opened = new ArrayList<>();

    /// @return the same part
    public <T extends AutoCloseable> T opened(T part) {
        opened.add(part);
        return part;
    }

    @Override
    public void close() {
        for (AutoCloseable part : opened.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("error while stopping", e);
            }
        }
        opened.clear();
    }
}
