package bloomward.agent.doctor;

import bloomward.agent.config.AgentPlace;
import bloomward.agent.config.Config;
import bloomward.agent.config.Policy;
import bloomward.agent.store.LoadedSet;
import bloomward.agent.store.Store;
import bloomward.agent.store.TrustedState;
import bloomward.agent.update.Enrollment;
import bloomward.format.FormatException;
import bloomward.program.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Examines an agent, running or not, from its settings to its answers. One thread, once.
public final class Doctor {

    private static final String SETTINGS = "settings";
    private static final String POLICY = "policy";

    private final Config config;
    private final Instruments instruments;
    private final AgentPlace place;
    private final List<Finding> findings = new ArrayList<>();

    public Doctor(Config config, Instruments instruments) {
        this.config = config;
        this.instruments = instruments;
        List<AgentPlace> agents = config.agents();
        this.place = agents.stream().filter(agent -> Files.exists(agent.store())).findFirst().orElse(agents.getFirst());
    }

    /// The findings when the settings cannot be read: nothing else is known then.
    public static List<Finding> withoutSettings(SettingException e) {
        return List.of(Finding.problem(SETTINGS, String.valueOf(e.getMessage()), "correct it and start the agent"));
    }

    public List<Finding> examine() {
        examineSettings();
        Store store = Store.at(place.store());
        StoreExam exam = new StoreExam(store, instruments);
        if (Files.exists(place.store())) {
            findings.add(exam.folder());
        }
        state(store, exam).ifPresent(state -> examineEnrolled(store, exam, state));
        findings.addAll(new AgentExam(place.socket(), instruments).all());
        findings.addAll(new BrowserExam(place.socket(), instruments).all());
        return List.copyOf(findings);
    }

    private void examineSettings() {
        boolean isBroken = config.policy() instanceof Policy.Broken;
        List<String> warnings = config.warnings()
                .stream()
                .filter(warning -> !isBroken || !warning.contains("the policy cannot be used"))
                .toList();
        findings.add(warnings.isEmpty()
                ? Finding.ok(SETTINGS, "all valid; 'bloomward config show --origin' prints them")
                : Finding.warning(SETTINGS, String.join("; ", warnings),
                        "remove the setting, or set it to the value in force"));
        findings.add(switch (config.policy()) {
            case Policy.None _ -> Finding.ok(POLICY, "none");
            case Policy.InForce(var file, var enforced, var defaults) ->
                Finding.ok(POLICY, file + ": " + enforced.size() + " enforced, " + defaults.size() + " default");
            case Policy.Broken(String message) -> Finding.problem(POLICY, message,
                    "correct it, check it with 'bloomward config check --policy', and restart the agent; until then, "
                            + "the strictest settings apply");
        });
    }

    /// @return empty if there is none that can be used, which has been reported
    private Optional<TrustedState> state(Store store, StoreExam exam) {
        try {
            Optional<TrustedState> state = store.state();
            findings.add(exam.enrolled(state, config));
            return state;
        } catch (FormatException e) {
            findings.add(exam.broken(e));
        } catch (IOException e) {
            findings.add(Finding.unknown("state", words(e), "run this as the owner of the store"));
        }
        return Optional.empty();
    }

    private void examineEnrolled(Store store, StoreExam exam, TrustedState state) {
        findings.add(exam.root(state.root()));
        try (Opened opened = open(store)) {
            findings.add(exam.files(opened.set()));
            opened.set().ifPresent(set -> {
                ListExam lists = new ListExam(set, instruments);
                findings.add(exam.space(set.protection()));
                findings.add(lists.freshness());
                findings.add(lists.testEntries());
            });
        } catch (FormatException e) {
            findings.add(exam.unusable(e));
        } catch (IOException e) {
            findings.add(Finding.unknown("files", words(e), "run this as the owner of the store"));
        }
        new PublicationExam(store, config, instruments).finding(state).ifPresent(findings::add);
        findings.addAll(
                new ServerExam(state, config.server().map(Enrollment::base).stream().toList(), instruments).all());
    }

    /// The installed lists, mapped until closed.
    private record Opened(Optional<LoadedSet> set) implements AutoCloseable {

        @Override
        public void close() {
            set.ifPresent(LoadedSet::close);
        }
    }

    private Opened open(Store store) throws IOException, FormatException {
        return new Opened(store.open(config.lists()));
    }

    static String words(IOException e) {
        return e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
    }
}
