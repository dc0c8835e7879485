package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Merges the sources of settings, and applies the policy to the result.
final class Resolver {

    /// Settings that cannot weaken the protection.
    private static final Set<AgentSetting> PERSONAL = Set.of(AgentSetting.DATA_DIR, AgentSetting.SOCKET,
            AgentSetting.SOCKET_ACCESS, AgentSetting.LOG_LEVEL);

    /// Values that neither hide a hit nor send anything, whatever the intended policy.
    private static final Map<AgentSetting, String> STRICT = Map.of(AgentSetting.CONFIRM, "off",
            AgentSetting.UNCONFIRMED, "listed", AgentSetting.STALE, "unknown", AgentSetting.BROWSER_PROCEED, "off",
            AgentSetting.BROWSER_UNKNOWN, "block", AgentSetting.BROWSER_SUBRESOURCES, "on",
            AgentSetting.BROWSER_REPORTS, "off");

    private final Layers layers;
    private final Surroundings surroundings;
    private final Policy policy;
    private final Map<AgentSetting, SettingValue<AgentSetting>> values = new EnumMap<>(AgentSetting.class);
    private final List<String> warnings = new ArrayList<>();

    Resolver(Layers layers, Surroundings surroundings, Policy policy) {
        this.layers = layers;
        this.surroundings = surroundings;
        this.policy = policy;
    }

    Map<AgentSetting, SettingValue<AgentSetting>> values() {
        return values;
    }

    /// Settings without effect, and why.
    List<String> warnings() {
        return warnings;
    }

    void resolve() throws SettingException {
        values.putAll(layers.defaults());
        values.put(AgentSetting.DATA_DIR, surroundings.dataDir());
        if (policy instanceof Policy.InForce inForce) {
            values.putAll(inForce.defaults());
        }
        values.putAll(layers.system());
        values.putAll(layers.user());
        values.putAll(layers.environment());
        Map<AgentSetting, SettingValue<AgentSetting>> options = layers.options();
        values.putAll(options);
        // Without a policy, every source may set everything. No switch: the class that it makes at run time costs every start.
        if (policy instanceof Policy.InForce inForce) {
            enforce(inForce.enforced(), options);
        } else if (policy instanceof Policy.Broken broken) {
            beStrict(broken.message());
        }
        findSocket();
    }

    private void enforce(Map<AgentSetting, SettingValue<AgentSetting>> enforced,
            Map<AgentSetting, SettingValue<AgentSetting>> options) throws SettingException {
        for (AgentSetting setting : AgentSetting.values()) {
            SettingValue<AgentSetting> decided = enforced.get(setting);
            if (decided == null) {
                continue;
            }
            SettingValue<AgentSetting> option = options.get(setting);
            if (option != null && !option.text().equals(decided.text())) {
                throw new SettingException(option.origin() + ": the policy enforces " + words(decided));
            }
            SettingValue<AgentSetting> said = values.put(setting, decided);
            if (said != null && said.text().isPresent() && !said.text().equals(decided.text()) && said.isTold()) {
                warnings.add(said.origin() + ": " + setting.label() + " has no effect: the policy enforces "
                        + words(decided));
            }
        }
    }

    private static String words(SettingValue<AgentSetting> decided) {
        return decided.setting().label() + " = " + decided.text().orElse("") + " (" + decided.origin() + ")";
    }

    /// The intended policy is unknown, so user settings are ignored where they could contradict it: the installed lists
    /// protect, only polls are sent, and no agent enrols again.
    private void beStrict(String message) {
        warnings.add("the policy cannot be used; the strictest settings apply until it is fixed: " + message);
        for (AgentSetting setting : AgentSetting.values()) {
            if (!PERSONAL.contains(setting)) {
                String strict = STRICT.getOrDefault(setting, setting.fallback());
                values.put(setting, new SettingValue<>(setting, Optional.of(strict).filter(text -> !text.isEmpty()),
                        "broken policy"));
            }
        }
    }

    /// Last, because the fallback is the data folder. Only a command that needs the socket will fail.
    private void findSocket() {
        if (values.getOrDefault(AgentSetting.SOCKET, SettingValue.fallback(AgentSetting.SOCKET)).text().isPresent()) {
            return;
        }
        Path dataDir = Path.of(values.getOrDefault(AgentSetting.DATA_DIR, surroundings.dataDir()).text().orElseThrow());
        SettingValue<AgentSetting> socket = surroundings.socket(dataDir);
        values.put(AgentSetting.SOCKET, socket);
        try {
            SocketPath.requireFits(Path.of(socket.text().orElseThrow()));
        } catch (SettingException e) {
            warnings.add(e.getMessage() + "; set a shorter one with " + AgentSetting.SOCKET.option());
        }
    }
}
