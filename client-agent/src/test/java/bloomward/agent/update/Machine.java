package bloomward.agent.update;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.fetch.Transport;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.FileTree;
import bloomward.agent.store.ListFilter;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.agent.store.StoreState;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.format.Digest;
import bloomward.format.release.AllowList;
import bloomward.format.release.Manifest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A desktop: a store, an updater, and a line to servers on which somebody may sit.
public final class Machine {

    private final Path folder;
    private final Clock clock;
    private final HostileTransport line;
    private Store store;
    private Updater updater;

    private Machine(Path folder, Transport transport, Clock clock) {
        this.folder = folder;
        this.clock = clock;
        this.line = new HostileTransport(transport);
        this.store = Store.at(folder);
        this.updater = new Updater(line, store, List.of(), clock);
    }

    /// A transport with the limits of an agent.
    public static HttpTransport transport(Clock clock) throws IOException {
        return HttpTransport.of(Map.of(), Optional.empty(), FetchLimits.DEFAULT, "test", clock);
    }

    /// One with what is in that folder: it is not enrolled if that is nothing.
    public static Machine at(Path folder, Clock clock) throws IOException {
        return at(folder, transport(clock), clock);
    }

    /// The same at another transport.
    public static Machine at(Path folder, Transport transport, Clock clock) {
        return new Machine(folder, transport, clock);
    }

    /// One that is enrolled, and has not polled yet.
    public static Machine enrolledAt(Publisher publisher, Path folder, Clock clock) throws Exception {
        Machine machine = at(folder, clock);
        machine.enroll(publisher.address(), new RootPin.Note(publisher.root()), false);
        return machine;
    }

    public EnrollmentOutcome enroll(URI server, RootPin pin, boolean replace) {
        return new Enrollment(line, store).enroll(server, pin, replace);
    }

    public EnrollmentOutcome compare(URI server, RootPin pin) {
        return new Enrollment(line, store).compare(server, pin);
    }

    /// The program starts anew.
    public Machine restart(String... lists) {
        store = Store.at(folder);
        updater = new Updater(line, store, List.of(lists), clock);
        return this;
    }

    public UpdateOutcome poll() {
        return updater.poll();
    }

    /// Polls, at this address first.
    public UpdateOutcome pollAt(URI first) {
        return updater.poll(List.of(first));
    }

    /// Polls, which must bring something.
    public Updated update() {
        UpdateOutcome outcome = poll();
        assertThat(outcome).isInstanceOf(Updated.class);
        return (Updated) outcome;
    }

    /// Polls, which must fail in that way.
    public Failed fail(Failure failure) {
        UpdateOutcome outcome = poll();
        assertThat(outcome).isInstanceOf(Failed.class);
        Failed failed = (Failed) outcome;
        assertThat(failed.failure()).as(failed.message()).isEqualTo(failure);
        return failed;
    }

    public HostileTransport line() {
        return line;
    }

    public Store store() {
        return store;
    }

    public StoreState state() throws Exception {
        return store.state().orElseThrow().written();
    }

    public Manifest manifest() throws Exception {
        return store.state().orElseThrow().set().orElseThrow().manifest();
    }

    /// Whether any list has this expression, both forms of it.
    public boolean finds(String expression) throws Exception {
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            byte[] bytes = expression.getBytes(US_ASCII);
            return set.protection().lists().stream().anyMatch(list -> {
                long hash = list.release().spec().keyHash().of(bytes);
                return list.flat().mightContain(hash) && list.packed().mightContain(hash);
            });
        }
    }

    /// The names of the lists that answer.
    public List<String> lists() throws Exception {
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            return set.protection().lists().stream().map(ListFilter::release).map(release -> release.name()).toList();
        }
    }

    public AllowList allow() throws Exception {
        try (LoadedSet set = store.open(List.of()).orElseThrow()) {
            return set.protection().allow();
        }
    }

    /// A kept file.
    public Path kept(Digest digest) {
        return folder.resolve("files").resolve(digest.toHex());
    }

    /// Every file of the store, with the digest of its content.
    public Map<String, Digest> bytes() throws IOException {
        return FileTree.digests(folder);
    }
}
