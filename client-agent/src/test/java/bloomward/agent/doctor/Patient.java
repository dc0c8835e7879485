package bloomward.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.config.AgentSetting;
import bloomward.agent.config.Config;
import bloomward.agent.config.Places;
import bloomward.agent.confirm.Confirmation;
import bloomward.agent.doctor.Instruments.AgentSocket;
import bloomward.agent.doctor.Instruments.Disk;
import bloomward.agent.doctor.Instruments.Judge;
import bloomward.agent.doctor.Instruments.TransportOpener;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.agent.publisher.Publisher;
import bloomward.agent.store.Protection;
import bloomward.agent.store.Store;
import bloomward.agent.store.StoreState;
import bloomward.agent.store.StoreState.Installed;
import bloomward.agent.store.StoreWriter;
import bloomward.format.release.FileRef;
import bloomward.format.release.Floor;
import bloomward.format.release.Latest;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.testing.SetClock;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An agent on a machine whose files lie below a folder, to be made ill in one way or another.
final class Patient {

    static final String VERSION = "1.2.3";

    final SetClock clock;
    final Map<AgentSetting, String> options = new EnumMap<>(AgentSetting.class);
    final Map<String, String> environment = new HashMap<>();
    final Places places;
    final Store store;
    final Path unit;
    final Path processes;

    TransportOpener transport;
    Instruments.Proxy proxy = _ -> Optional.empty();
    Judge judge = this::judge;
    AgentSocket agent = _ -> Optional.empty();
    Instruments.Browsers browsers = () -> Instruments.BrowserParts.NONE;
    Disk disk = Disk.ofMachine();
    Clock own;

    /// @param clock of everybody; this machine's own can be set to another
    Patient(Path folder, SetClock clock) {
        this.clock = clock;
        this.own = clock;
        this.transport = () -> HttpTransport.of(Map.of(), Optional.empty(), FetchLimits.QUESTION, VERSION, clock);
        this.places = Places.under(folder);
        this.store = Store.at(folder.resolve("store"));
        this.unit = folder.resolve("bloomward-agent.service");
        this.processes = folder.resolve("proc");
        options.put(AgentSetting.DATA_DIR, store.folder().toString());
        options.put(AgentSetting.SOCKET, folder.resolve("none.sock").toString());
    }

    private Verdict judge(Protection protection, String url) {
        byte[] bytes = url.getBytes(StandardCharsets.US_ASCII);
        return new UrlChecker(CheckPolicy.DEFAULT, (_, _) -> new Confirmation.NoAnswer("not asked"), own)
                .check(protection, bytes, 0, bytes.length);
    }

    List<Finding> findings() throws Exception {
        Config config = Config.resolve(options, Optional.empty(), environment, places);
        return new Doctor(config,
                new Instruments(transport, proxy, judge, agent, browsers, disk, List.of(unit), processes, VERSION, own))
                .examine();
    }

    /// All that was found of one kind.
    List<Finding> all(String check) throws Exception {
        return findings().stream().filter(finding -> finding.check().equals(check)).toList();
    }

    Finding one(String check) throws Exception {
        List<Finding> found = all(check);
        assertThat(found).as(check).hasSize(1);
        return found.getFirst();
    }

    /// Enrols without installing anything.
    void enrol(Publisher publisher) throws Exception {
        Root root = Root.first(publisher.root()).value();
        commit(new StoreState(publisher.address(), publisher.root(), Floor.at(root), Optional.empty()));
    }

    /// Enrols and installs what is published.
    void install(Publisher publisher) throws Exception {
        URI address = publisher.address();
        Transport to = transport.open();
        Root root = Root.first(publisher.root()).value();
        SignedNote latestNote = note(to, address, new PublicPath.Latest());
        Latest latest = root.latest(latestNote).value();
        SignedNote manifestNote = note(to, address, new Content(ContentKind.MANIFEST, latest.manifest()));
        Manifest manifest = root.manifest(manifestNote).value();
        try (StoreWriter writer = store.tryWrite().orElseThrow()) {
            for (ListRelease list : manifest.lists()) {
                fetch(writer, to, address, ContentKind.PACKED, list.packed());
                fetch(writer, to, address, ContentKind.FLAT, list.flat());
            }
            fetch(writer, to, address, ContentKind.ALLOW, manifest.allow());
        }
        commit(new StoreState(address, publisher.root(), Floor.at(root).raisedTo(manifest, latest),
                Optional.of(new Installed(publisher.root(), manifestNote, latestNote, clock.instant()))));
    }

    private static void fetch(StoreWriter writer, Transport from, URI address, ContentKind kind, FileRef file)
            throws Exception {
        assertThat(
                from.download(address, new Content(kind, file.digest()), file.length(), writer.partial(file.digest())))
                .isTrue();
        assertThat(writer.keep(file)).isTrue();
    }

    private static SignedNote note(Transport from, URI address, PublicPath path) throws Exception {
        Reply reply = from.get(address, path, Manifest.MAX_SIZE_IN_BYTES, Optional.empty());
        return SignedNote.parse(((Reply.Content) reply).bytes(), Manifest.MAX_SIZE_IN_BYTES);
    }

    private void commit(StoreState state) throws Exception {
        try (StoreWriter writer = store.tryWrite().orElseThrow()) {
            writer.commit(state);
        }
    }
}
