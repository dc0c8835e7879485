package bloomward.agent.config;

import bloomward.agent.browser.BrowserPolicy;
import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingSource;
import bloomward.program.settings.SettingValue;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The settings of an agent, each value with its origin. Immutable.
///
/// ```
/// policy, [enforced]  >  option  >  environment  >  user's file  >  system's files  >  policy, [default]  >  default
/// ```
///
/// An option that contradicts an enforced value is refused; a variable or a line of a file that does so has no effect,
/// which [#warnings] reports. A policy that cannot be used ([Policy.Broken]) stops no agent: otherwise a typing error
/// would remove the protection of every machine at its next start. Instead, user settings are ignored until the file is
/// fixed: a hit is listed, stale data make nothing clean, nothing is confirmed or reported, no
/// browser lets a person proceed, and no agent enrols.
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

    /// Determines all values on this machine.
    ///
    /// @param options given on the command line
    /// @param config the user's file, if the command line names one
    /// @param environment variables of the process
    /// @param places of the machine
    public static Config resolve(Map<AgentSetting, String> options, Optional<Path> config,
            Map<String, String> environment, Places places) throws SettingException {
        Policy policy = Policy.of(places);
        Surroundings surroundings = new Surroundings(environment, places);
        Resolver resolver = new Resolver(new Layers(options, config, surroundings, places), surroundings, policy);
        resolver.resolve();
        return new Config(resolver.values(), policy, resolver.warnings(), places);
    }

    /// Reads a settings file or a policy, only to check it.
    ///
    /// @return its values
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

    /// All settings, in a fixed order.
    public List<SettingValue<AgentSetting>> values() {
        return List.copyOf(values.values());
    }

    public SettingValue<AgentSetting> value(AgentSetting setting) {
        return Optional.ofNullable(values.get(setting)).orElseThrow();
    }

    /// The policy of the machine's administrator.
    public Policy policy() {
        return policy;
    }

    /// Settings that have no effect or may not work; for a person, one line each.
    public List<String> warnings() {
        return warnings;
    }

    /// The folder of the store.
    public Path dataDir() {
        return Path.of(text(AgentSetting.DATA_DIR));
    }

    /// The socket on which the agent answers.
    public Path socket() {
        return Path.of(text(AgentSetting.SOCKET));
    }

    /// The agents that a command may ask, in this order: the user's own, and, unless another place is set, the one that
    /// serves the whole machine.
    public List<AgentPlace> agents() {
        AgentPlace own = new AgentPlace(dataDir(), socket());
        AgentPlace ofMachine = new AgentPlace(places.state(), places.socket());
        boolean isTold = value(AgentSetting.DATA_DIR).isTold() || value(AgentSetting.SOCKET).isTold();
        return isTold || own.equals(ofMachine) ? List.of(own) : List.of(own, ofMachine);
    }

    /// The server for automatic enrolment.
    public Optional<URI> server() {
        return value(AgentSetting.SERVER).text().map(URI::create);
    }

    /// The root for automatic enrolment: a file, or a digest (`sha256:` and 64 hexadecimal digits).
    public Optional<String> root() {
        return value(AgentSetting.ROOT).text();
    }

    /// The lists to use; none means all.
    public List<String> lists() {
        return value(AgentSetting.LISTS).text().map(Kind::names).orElse(List.of());
    }

    /// Time between polls of a server.
    public Duration pollInterval() {
        try {
            return PollInterval.parse(text(AgentSetting.POLL_INTERVAL));
        } catch (SettingException e) {
            throw new IllegalStateException("already checked", e);
        }
    }

    /// A PEM file of certificates that are trusted instead of the system's.
    public Optional<Path> caFile() {
        return value(AgentSetting.CA_FILE).text().map(Path::of);
    }

    /// Whether hits are confirmed with the server.
    public boolean confirms() {
        return text(AgentSetting.CONFIRM).equals("on");
    }

    /// Whether a hit that could not be confirmed is reported as listed; otherwise as unknown.
    public boolean unconfirmedIsListed() {
        return text(AgentSetting.UNCONFIRMED).equals("listed");
    }

    /// Whether a URL not found in stale data is clean; otherwise unknown.
    public boolean staleIsClean() {
        return text(AgentSetting.STALE).equals("clean");
    }

    /// Whether every user of the machine may ask the agent; otherwise only its owner.
    public boolean socketIsForEveryone() {
        return text(AgentSetting.SOCKET_ACCESS).equals("everyone");
    }

    /// The lowest logged severity: error, warn, info or debug.
    public String logLevel() {
        return text(AgentSetting.LOG_LEVEL);
    }

    /// The rules for browsers.
    public BrowserPolicy browser() {
        return new BrowserPolicy(BrowserKind.proceed(text(AgentSetting.BROWSER_PROCEED)),
                BrowserPolicy.Unknown.valueOf(text(AgentSetting.BROWSER_UNKNOWN).toUpperCase(Locale.ROOT)),
                text(AgentSetting.BROWSER_SUBRESOURCES).equals("on"),
                value(AgentSetting.BROWSER_PUBLISHER).text().orElse(""),
                value(AgentSetting.BROWSER_CONTACT).text().orElse(""), text(AgentSetting.BROWSER_LANGUAGE),
                text(AgentSetting.BROWSER_REPORTS).equals("on"));
    }

    private String text(AgentSetting setting) {
        return value(setting).text().orElseThrow();
    }
}
