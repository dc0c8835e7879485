package bloomward.agent.socket;

import java.io.IOException;
import java.nio.file.Path;

/// A browser whose extension has said hello to an agent, and stays connected.
public final class OpenBrowser implements AutoCloseable {

    private final RawClient connection;
    private final String name;

    /// @param name as `Firefox 153.7`
    public OpenBrowser(Path socket, String name) throws IOException {
        this.connection = new RawClient(socket);
        this.name = name;
    }

    /// Says what the extension can do; again, if it was said before.
    ///
    /// @return the agent's answer
    public String reports(String rung) throws IOException {
        return connection.ask("{\"op\":\"hello\",\"id\":1,\"browser\":\"" + name
                + "\",\"extension\":\"0.1.0\",\"rung\":\"" + rung + "\"}");
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
