package bloomward.agent.config;

import bloomward.agent.config.TomlFile.Item;
import bloomward.agent.config.TomlFile.Table;
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
    record InForce(Path file, Map<Setting, Config.Value> enforced, Map<Setting, Config.Value> defaults)
            implements
                Policy {

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
        } catch (ConfigException e) {
            return new Broken(String.valueOf(e.getMessage()));
        }
    }

    private static Policy read(Places places) throws ConfigException {
        Path file = places.policy();
        try {
            Ownership.require(places);
        } catch (IOException e) {
            throw new ConfigException(file + ": cannot be examined: " + e);
        }
        return parse(file);
    }

    /// What a file decides, whoever may write it.
    static InForce parse(Path file) throws ConfigException {
        Map<Setting, Config.Value> enforced = Map.of();
        Map<Setting, Config.Value> defaults = Map.of();
        for (Item item : TomlFile.read(file)) {
            if (item.name().equals("enforced") && item.content() instanceof Table(var items)) {
                enforced = SettingsFile.values(file, items, ", enforced");
            } else if (item.name().equals("default") && item.content() instanceof Table(var items)) {
                defaults = SettingsFile.values(file, items, ", default");
            } else {
                throw new ConfigException(file + " line " + item.line() + ": " + misplaced(item));
            }
        }
        return new InForce(file, enforced, defaults);
    }

    private static String misplaced(Item item) {
        if (Setting.labelled(item.name()).isPresent()) {
            return item.name() + " must stand below [enforced] or [default]";
        }
        return "there is no " + item.name() + " in a policy, only the tables [enforced] and [default]"
                + NearMiss.of(item.name(), Stream.of("enforced", "default")).map(name -> "; did you mean [" + name
                        + "]?")
                        .orElse("");
    }
}
