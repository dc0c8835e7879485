package bloomward.agent.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingSource;
import bloomward.program.settings.SettingValue;
import bloomward.program.text.NearMiss;
import bloomward.program.toml.TomlException;
import bloomward.program.toml.TomlTable;
import bloomward.program.toml.TomlTable.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/// The settings that the machine's administrator makes for all its users.
///
/// Trusted, so it must be hard to write: see [Ownership]. Its absence is never guessed: a folder that cannot be read
/// may contain a policy, which then counts as broken.
public sealed interface Policy {

    /// No policy.
    record None() implements Policy {}

    /// A policy in force.
    ///
    /// @param file that contains it
    /// @param enforced values that cannot be overridden
    /// @param defaults values that apply unless overridden
    record InForce(Path file, Map<AgentSetting, SettingValue<AgentSetting>> enforced,
            Map<AgentSetting, SettingValue<AgentSetting>> defaults) implements Policy {

        public InForce {
            enforced = Map.copyOf(enforced);
            defaults = Map.copyOf(defaults);
        }
    }

    /// A policy that exists but cannot be used, so its contents are unknown.
    ///
    /// @param message file, line and problem
    record Broken(String message) implements Policy {}

    /// The policy of a machine. A faulty one is an outcome, not an exception: it must not remove the existing
    /// protection.
    static Policy of(Places places) {
        Path file = places.policy();
        // A dangling link also counts as a policy.
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return new None();
        }
        try {
            return read(places);
        } catch (SettingException e) {
            return new Broken(String.valueOf(e.getMessage()));
        }
    }

    private static Policy read(Places places) throws SettingException {
        Path file = places.policy();
        try {
            Ownership.require(places);
        } catch (IOException e) {
            throw new SettingException(file + ": cannot be examined: " + e);
        }
        return parse(file);
    }

    /// The policy in a file, without checking its owner.
    static InForce parse(Path file) throws SettingException {
        SettingSource<AgentSetting> source = new SettingSource<>(AgentSetting.class);
        TomlTable top;
        try {
            top = TomlTable.read(file);
        } catch (TomlException e) {
            throw new SettingException(String.valueOf(e.getMessage()));
        }
        Map<AgentSetting, SettingValue<AgentSetting>> enforced = Map.of();
        Map<AgentSetting, SettingValue<AgentSetting>> defaults = Map.of();
        for (String name : top.names()) {
            Content content = top.content(name).orElseThrow();
            if (name.equals("enforced") && content instanceof Content.Table(TomlTable table)) {
                enforced = source.table(file, table, ", enforced");
            } else if (name.equals("default") && content instanceof Content.Table(TomlTable table)) {
                defaults = source.table(file, table, ", default");
            } else {
                throw new SettingException(top.place(name) + ": " + misplaced(source, name));
            }
        }
        return new InForce(file, enforced, defaults);
    }

    private static String misplaced(SettingSource<AgentSetting> source, String name) {
        if (source.labelled(name).isPresent()) {
            return name + " must be below [enforced] or [default]";
        }
        return "unknown table " + name + "; a policy has only the tables [enforced] and [default]"
                + NearMiss.of(name, Stream.of("enforced", "default"))
                        .map(meant -> "; did you mean [" + meant + "]?")
                        .orElse("");
    }
}
