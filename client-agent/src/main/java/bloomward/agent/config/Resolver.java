package bloomward.agent.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lays what was said one over the other, and the policy over all of it.
final class Resolver {

    /// Settings that weaken nothing, whoever says them.
    private static final Set<Setting> PERSONAL = Set.of(Setting.DATA_DIR, Setting.SOCKET,
            Setting.SOCKET_ACCESS, Setting.LOG_LEVEL);

    /// Values that neither hide a hit nor send anything, whatever a policy would have said.
    private static final Map<Setting, String> STRICT = Map.of(Setting.CONFIRM, "off", Setting.UNCONFIRMED, "listed",
            Setting.STALE, "unknown");

    private final Layers layers;
    private final Surroundings surroundings;
    private final Policy policy;
    private final Map<Setting, Config.Value> values = new EnumMap<>(Setting.class);
    private final List<String> warnings = new ArrayList<>();

    Resolver(Layers layers, Surroundings surroundings, Policy policy) {
        this.layers = layers;
        this.surroundings = surroundings;
        this.policy = policy;
    }

    Map<Setting, Config.Value> values() {
        return values;
    }

    /// What had no effect, and why.
    List<String> warnings() {
        return warnings;
    }

    void resolve() throws ConfigException {
        for (Setting setting : Setting.values()) {
            values.put(setting, fallback(setting, "default"));
        }
        values.put(Setting.DATA_DIR, surroundings.dataDir());
        if (policy instanceof Policy.InForce(_, _, var defaults)) {
            values.putAll(defaults);
        }
        values.putAll(layers.system());
        values.putAll(layers.user());
        values.putAll(layers.environment());
        Map<Setting, Config.Value> options = layers.options();
        values.putAll(options);
        switch (policy) {
            case Policy.None _ -> {
                // Everybody may say everything.
            }
            case Policy.InForce(_, var enforced, _) -> enforce(enforced, options);
            case Policy.Broken(String message) -> beStrict(message);
        }
        findSocket();
    }

    private static Config.Value fallback(Setting setting, String origin) {
        return new Config.Value(setting, Optional.of(setting.fallback()).filter(text -> !text.isEmpty()), origin);
    }

    private void enforce(Map<Setting, Config.Value> enforced, Map<Setting, Config.Value> options)
            throws ConfigException {
        for (Setting setting : Setting.values()) {
            Config.Value decided = enforced.get(setting);
            if (decided == null) {
                continue;
            }
            Config.Value option = options.get(setting);
            if (option != null && !option.text().equals(decided.text())) {
                throw new ConfigException(option.origin() + ": the policy enforces " + words(decided));
            }
            Config.Value said = values.put(setting, decided);
            if (said != null && said.text().isPresent() && !said.text().equals(decided.text())
                    && !said.origin().startsWith("default")) {
                warnings.add(said.origin() + ": " + setting.label() + " has no effect: the policy enforces "
                        + words(decided));
            }
        }
    }

    private static String words(Config.Value decided) {
        return decided.setting().label() + " = " + decided.text().orElse("") + " (" + decided.origin() + ")";
    }

    /// Nobody knows what the policy wants, so nobody's word counts where it could: what is installed protects, nothing is
    /// sent but for polls, nobody enrols anew.
    private void beStrict(String message) {
        warnings.add("the policy cannot be used, and until it can, the strictest settings hold: " + message);
        for (Setting setting : Setting.values()) {
            if (!PERSONAL.contains(setting)) {
                String strict = STRICT.getOrDefault(setting, setting.fallback());
                values.put(setting, new Config.Value(setting, Optional.of(strict).filter(text -> !text.isEmpty()),
                        "broken policy"));
            }
        }
    }

    /// Last, as without a better place it is in the data folder. Only a command that needs the socket will fail.
    private void findSocket() {
        if (values.getOrDefault(Setting.SOCKET, fallback(Setting.SOCKET, "default")).text().isPresent()) {
            return;
        }
        Path dataDir = Path.of(values.getOrDefault(Setting.DATA_DIR, surroundings.dataDir()).text().orElseThrow());
        Config.Value socket = surroundings.socket(dataDir);
        values.put(Setting.SOCKET, socket);
        try {
            SocketPath.requireFits(Path.of(socket.text().orElseThrow()));
        } catch (ConfigException e) {
            warnings.add(e.getMessage() + "; " + Setting.SOCKET.option() + " names a shorter one");
        }
    }
}
