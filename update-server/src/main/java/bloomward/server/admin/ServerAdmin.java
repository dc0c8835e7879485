package bloomward.server.admin;

import bloomward.server.admin.view.ServerReports.ServerView;
import bloomward.server.admin.view.ServerReports.ServersReport;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.cluster.ServerRow;
import bloomward.server.store.cluster.ServerState;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The servers of the publication: which one leads, and which are behind.
public final class ServerAdmin {

    private final PublisherStore store;
    private final Supplier<ServerState> own;
    private final Clock clock;

    /// @param own the words of this server about itself
    public ServerAdmin(PublisherStore store, Supplier<ServerState> own, Clock clock) {
        this.store = store;
        this.own = own;
        this.clock = clock;
    }

    public ServersReport servers() throws IOException {
        Optional<List<ServerRow>> shared = store.<Optional<List<ServerRow>>, IOException>read(
                tables -> tables.servers().isPresent() ? Optional.of(tables.servers().get().all()) : Optional.empty());
        List<ServerRow> rows = shared.orElseGet(() -> List.of(new ServerRow(own.get(), clock.instant(), true, true)));
        Optional<ServerRow> leader = rows.stream().filter(ServerRow::leads).findFirst();
        boolean isWell = leader.isPresent()
                && rows.stream().allMatch(row -> row.isThere() && row.state().trouble().isEmpty());
        return new ServersReport(leader.map(row -> row.state().name()).orElse(""), shared.isPresent(), isWell,
                rows.stream().map(ServerAdmin::view).toList());
    }

    private static ServerView view(ServerRow row) {
        ServerState state = row.state();
        return new ServerView(state.name(), row.leads(), row.isThere(), state.version(), state.started().toString(),
                row.seen().toString(), state.sequence(), state.dated().map(Instant::toString).orElse(""),
                state.canDate(), state.canSign(), state.trouble());
    }
}
