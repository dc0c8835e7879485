package bloomward.agent.cli.agent;

import bloomward.agent.browser.install.BrowserInstallation;
import bloomward.agent.check.CheckPolicy;
import bloomward.agent.check.UrlChecker;
import bloomward.agent.check.Verdict;
import bloomward.agent.config.Config;
import bloomward.agent.confirm.Confirmation;
import bloomward.agent.doctor.Instruments;
import bloomward.agent.doctor.Instruments.BrowserParts;
import bloomward.agent.doctor.Instruments.RunningAgent;
import bloomward.agent.fetch.FetchLimits;
import bloomward.agent.fetch.HttpTransport;
import bloomward.agent.install.Audience;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
import bloomward.agent.socket.SocketClient;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.store.Protection;
import bloomward.program.command.Version;
import bloomward.program.http.EnvironmentProxy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The doctor's access to this machine.
final class DoctorInstruments {

    private static final String UNIT = "bloomward-agent.service";

    private DoctorInstruments() {}

    static Instruments of(Config config, Map<String, String> environment, Clock clock) {
        String version = Version.number();
        return new Instruments(
                () -> HttpTransport.ofCommand(environment, config.caFile(), FetchLimits.QUESTION, version, clock),
                address -> proxy(environment, address), (protection, url) -> judge(config, clock, protection, url),
                DoctorInstruments::ask, () -> browsers(environment), Instruments.Disk.ofMachine(), units(environment),
                Instruments.PROCESSES, version, clock);
    }

    /// Like every check, but without asking a server: whether one answers is examined elsewhere.
    private static Verdict judge(Config config, Clock clock, Protection protection, String url) {
        CheckPolicy policy = new CheckPolicy(config.unconfirmedIsListed(), config.staleIsClean());
        byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
        return new UrlChecker(policy, (_, _) -> new Confirmation.NoAnswer("not asked"), clock).check(protection, bytes,
                0, bytes.length);
    }

    private static Optional<RunningAgent> ask(Path socket) throws IOException {
        Optional<SocketClient> connected = SocketClient.connect(socket);
        if (connected.isEmpty()) {
            return Optional.empty();
        }
        try (SocketClient client = connected.get()) {
            AgentStatus status = client.status();
            return status.process()
                    .map(process -> new RunningAgent(process.version(), process.pid(), status.browsers()));
        } catch (RequestException e) {
            throw new IOException("it refuses to report its state: " + e.getMessage(), e);
        }
    }

    private static BrowserParts browsers(Map<String, String> environment) throws IOException {
        Machine machine = Machine.ofProcess(environment);
        List<String> installed = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        try {
            for (Audience audience : Audience.values()) {
                if (audience == Audience.USER && machine.folder("HOME").isEmpty()) {
                    continue;
                }
                BrowserInstallation installation = BrowserInstallation.of(audience, machine);
                installation.expected()
                        .forEach((browser, rung) -> installed
                                .add(browser.title() + ": " + rung.name().toLowerCase(Locale.ROOT)));
                differences.addAll(installation.differences());
            }
        } catch (InstallException e) {
            throw new IOException(e.getMessage(), e);
        }
        return new BrowserParts(installed, differences);
    }

    /// Without the password in it.
    private static Optional<String> proxy(Map<String, String> environment, URI address) {
        return EnvironmentProxy.withPasswords(environment)
                .select(address)
                .stream()
                .map(Proxy::address)
                .filter(InetSocketAddress.class::isInstance)
                .map(InetSocketAddress.class::cast)
                .map(proxy -> proxy.getHostString() + ":" + proxy.getPort())
                .findFirst();
    }

    private static List<Path> units(Map<String, String> environment) {
        Path home = Path.of(environment.getOrDefault("HOME", "/"));
        Path config = Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
                .filter(text -> !text.isEmpty())
                .map(Path::of)
                .orElse(home.resolve(".config"));
        return List.of(config.resolve("systemd/user").resolve(UNIT), Path.of("/etc/systemd/system").resolve(UNIT),
                Path.of("/etc/systemd/user").resolve(UNIT));
    }
}
