package bloomward.agent.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.Verdict.Listed;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.service.Agent;
import bloomward.agent.service.Agents;
import bloomward.agent.socket.SocketClient;
import bloomward.format.testing.AddressTable;
import bloomward.format.testing.SetClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The agent in the table of SAFE-BROWSING.md, beside clients that have none: a real server, and a real agent that polls it.
@Timeout(120)
final class AddressTableTest {

    @TempDir
    private Path folder;

    @Test
    void theAgentWarnsWhereTheTableSaysSo() throws Exception {
        List<AddressTable.Row> rows = AddressTable.rows();
        assertThat(rows).hasSizeGreaterThan(50);
        SetClock clock = new SetClock();
        List<String> differ = new ArrayList<>();
        try (Publisher publisher = Publisher.start(folder.resolve("server"), clock)) {
            publisher.list("phishing").listing("phishing", rows).publish();
            Agents agents = new Agents(folder.resolve("agent"), clock).at(publisher);
            try (Agent agent = agents.start(); SocketClient client = Agents.connect(agent)) {
                assertThat(client.update().isGood()).isTrue();
                for (AddressTable.Row row : rows) {
                    boolean isListed = Agents.check(agent, row.visited()).verdict() instanceof Listed;
                    if (isListed != row.warns(AddressTable.AGENT)) {
                        differ.add(row.what());
                    }
                }
            }
        }
        assertThat(differ).isEmpty();
    }
}
