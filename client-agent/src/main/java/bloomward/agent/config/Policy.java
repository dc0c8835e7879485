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

/// What the machine's administrator decides for all who use it.
///
/// Trusted, so it must be hard to write: see [Ownership]. Whether there is none is never guessed: a folder that cannot be
/// looked into may hold one, which is then broken.
public sealed interface Policy {

    /// There is none.
    record None() implements Policy {}

    /// It holds.
    ///
    /// @param file where it stands
    /// @param enforced what nobody can change
    /// @param defaults what holds if nobody says otherwise
    record InForce(Path file, Map<AgentSetting, SettingValue<AgentSetting>> enforced,
            Map<AgentSetting, SettingValue<AgentSetting>> defaults) implements Policy {

        public InForce {
            enforced = Map.copyOf(enforced);
            defaults = Map.copyOf(defaults);
        }
    }

    /// There is one, and nobody knows what it decides.
    ///
    /// @param message file, line and what is wrong
    record Broken(String message) implements Policy {}

    /// The policy of a machine. What is wrong with it is an outcome: it must not take the protection away that is there.
    static Policy of(Places places) {
        Path file = places.policy();
        // A link that leads nowhere is there, too.
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

    /// What a file decides, whoever may write it.
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
            return name + " must stand below [enforced] or [default]";
        }
        return "there is no " + name + " in a policy, only the tables [enforced] and [default]"
                + NearMiss.of(name, Stream.of("enforced", "default"))
                        .map(meant -> "; did you mean [" + meant + "]?")
                        .orElse("");
    }
}
