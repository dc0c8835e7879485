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

/// Lays what was said one over the other, and the policy over all of it.
final class Resolver {

    /// Settings that weaken nothing, whoever says them.
    private static final Set<AgentSetting> PERSONAL = Set.of(AgentSetting.DATA_DIR, AgentSetting.SOCKET,
            AgentSetting.SOCKET_ACCESS, AgentSetting.LOG_LEVEL);

    /// Values that neither hide a hit nor send anything, whatever a policy would have said.
    private static final Map<AgentSetting, String> STRICT = Map.of(AgentSetting.CONFIRM, "off",
            AgentSetting.UNCONFIRMED, "listed", AgentSetting.STALE, "unknown");

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

    /// What had no effect, and why.
    List<String> warnings() {
        return warnings;
    }

    void resolve() throws SettingException {
        values.putAll(layers.defaults());
        values.put(AgentSetting.DATA_DIR, surroundings.dataDir());
        if (policy instanceof Policy.InForce(_, _, var defaults)) {
            values.putAll(defaults);
        }
        values.putAll(layers.system());
        values.putAll(layers.user());
        values.putAll(layers.environment());
        Map<AgentSetting, SettingValue<AgentSetting>> options = layers.options();
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

    /// Nobody knows what the policy wants, so nobody's word counts where it could: what is installed protects, nothing is
    /// sent but for polls, nobody enrols anew.
    private void beStrict(String message) {
        warnings.add("the policy cannot be used, and until it can, the strictest settings hold: " + message);
        for (AgentSetting setting : AgentSetting.values()) {
            if (!PERSONAL.contains(setting)) {
                String strict = STRICT.getOrDefault(setting, setting.fallback());
                values.put(setting, new SettingValue<>(setting, Optional.of(strict).filter(text -> !text.isEmpty()),
                        "broken policy"));
            }
        }
    }

    /// Last, as without a better place it is in the data folder. Only a command that needs the socket will fail.
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
            warnings.add(e.getMessage() + "; " + AgentSetting.SOCKET.option() + " names a shorter one");
        }
    }
}
