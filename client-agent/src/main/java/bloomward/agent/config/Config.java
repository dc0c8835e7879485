package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingSource;
import bloomward.program.settings.SettingValue;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that the agent is told, each value with where it comes from. Immutable.
///
/// ```
/// policy, [enforced]  >  option  >  environment  >  user's file  >  system's files  >  policy, [default]  >  default
/// ```
///
/// An option that contradicts what the policy enforces is refused; a variable and a line of a file have no effect, which
/// [#warnings] says. A policy that cannot be used ([Policy.Broken]) stops no agent, or a slip of the pen would take the
/// protection from every machine at its next start. It takes everybody's choices away instead: a hit is listed, stale data
/// make nothing clean, nothing is confirmed, nobody enrols, until the policy is whole again.
public final class Config {

    private final Map<AgentSetting, SettingValue<AgentSetting>> values;
    private final Policy policy;
    private final List<String> warnings;
    private final Places places;

    private Config(Map<AgentSetting, SettingValue<AgentSetting>> values, Policy policy, List<String> warnings,
            Places places) {
        this.values = values;
        this.policy = policy;
        this.warnings = List.copyOf(warnings);
        this.places = places;
    }

    /// Finds all values on this machine.
    ///
    /// @param options what was said on the command line
    /// @param config the file that is read as the user's, if the command line names one
    /// @param environment the process's variables
    /// @param places the machine's
    public static Config resolve(Map<AgentSetting, String> options, Optional<Path> config,
            Map<String, String> environment, Places places) throws SettingException {
        Policy policy = Policy.of(places);
        Surroundings surroundings = new Surroundings(environment, places);
        Resolver resolver = new Resolver(new Layers(options, config, surroundings, places), surroundings, policy);
        resolver.resolve();
        return new Config(resolver.values(), policy, resolver.warnings(), places);
    }

    /// Reads a file of settings, or a policy, only to see whether it can be understood.
    ///
    /// @return what it says
    public static List<SettingValue<AgentSetting>> check(Path file, boolean isPolicy) throws SettingException {
        if (!isPolicy) {
            return List.copyOf(new SettingSource<>(AgentSetting.class).file(file).values());
        }
        Policy.InForce read = Policy.parse(file);
        return List.of(AgentSetting.values())
                .stream()
                .flatMap(setting -> List.of(read.enforced(), read.defaults())
                        .stream()
                        .flatMap(side -> Optional.ofNullable(side.get(setting)).stream()))
                .toList();
    }

    /// All settings, in one order.
    public List<SettingValue<AgentSetting>> values() {
        return List.copyOf(values.values());
    }

    public SettingValue<AgentSetting> value(AgentSetting setting) {
        return Optional.ofNullable(values.get(setting)).orElseThrow();
    }

    /// What the machine's administrator decides.
    public Policy policy() {
        return policy;
    }

    /// What was said and has no effect, and what may not work; for a person, each in one line.
    public List<String> warnings() {
        return warnings;
    }

    /// Where the store is.
    public Path dataDir() {
        return Path.of(text(AgentSetting.DATA_DIR));
    }

    /// The socket on which the agent answers.
    public Path socket() {
        return Path.of(text(AgentSetting.SOCKET));
    }

    /// The agents that a command may ask, the first that is there: the one whose agent this would be, and, unless another
    /// place was said, the one that serves the whole machine.
    public List<AgentPlace> agents() {
        AgentPlace own = new AgentPlace(dataDir(), socket());
        AgentPlace ofMachine = new AgentPlace(places.state(), places.socket());
        boolean isTold = value(AgentSetting.DATA_DIR).isTold() || value(AgentSetting.SOCKET).isTold();
        return isTold || own.equals(ofMachine) ? List.of(own) : List.of(own, ofMachine);
    }

    /// The server at which the agent enrols by itself.
    public Optional<URI> server() {
        return value(AgentSetting.SERVER).text().map(URI::create);
    }

    /// The file or the digest (`sha256:` and 64 hexadecimal digits) of the root with which it does.
    public Optional<String> root() {
        return value(AgentSetting.ROOT).text();
    }

    /// The lists that are used; none means all.
    public List<String> lists() {
        return value(AgentSetting.LISTS).text().map(Kind::names).orElse(List.of());
    }

    /// How often a server is asked.
    public Duration pollInterval() {
        try {
            return PollInterval.parse(text(AgentSetting.POLL_INTERVAL));
        } catch (SettingException e) {
            throw new IllegalStateException("was checked before", e);
        }
    }

    /// Certificates, in PEM, that are trusted in the place of the system's.
    public Optional<Path> caFile() {
        return value(AgentSetting.CA_FILE).text().map(Path::of);
    }

    /// Whether hits are confirmed at the server.
    public boolean confirms() {
        return text(AgentSetting.CONFIRM).equals("on");
    }

    /// Whether a hit that nobody confirmed is listed, else unknown.
    public boolean unconfirmedIsListed() {
        return text(AgentSetting.UNCONFIRMED).equals("listed");
    }

    /// Whether what is not found in stale data is clean, else unknown.
    public boolean staleIsClean() {
        return text(AgentSetting.STALE).equals("clean");
    }

    /// Whether every user of the machine may ask the agent, else only who runs it.
    public boolean socketIsForEveryone() {
        return text(AgentSetting.SOCKET_ACCESS).equals("everyone");
    }

    /// error, warn, info or debug.
    public String logLevel() {
        return text(AgentSetting.LOG_LEVEL);
    }

    private String text(AgentSetting setting) {
        return value(setting).text().orElseThrow();
    }
}
