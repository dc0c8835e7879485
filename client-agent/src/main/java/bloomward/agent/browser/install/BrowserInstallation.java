package bloomward.agent.browser.install;

import bloomward.agent.browser.Rung;
import bloomward.agent.browser.install.BrowserRecord.Expected;
import bloomward.agent.install.Audience;
import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.InstallStep;
import bloomward.agent.install.Machine;
import bloomward.agent.install.Plan;
import bloomward.agent.install.Written;
import bloomward.format.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The extension in the browsers of a user or a machine.
///
/// ```
///   FOLDER/installed             the record of written files
///   FOLDER/record.json           their digests, and what was put into files of others
///   FOLDER/key.pem               the key of this installation, which fixes the identifier in Chromium
///   FOLDER/bloomward.crx, .xpi, update.xml, extension/     what browsers install or load
///   FOLDER/native-host-*         the programs that browsers start
/// ```
public final class BrowserInstallation {

    private final Audience audience;
    private final Machine machine;
    private final BrowserPlaces places;
    private final Written earlier;
    private final BrowserRecord record;

    private BrowserInstallation(Audience audience, Machine machine, BrowserPlaces places, Written earlier,
            BrowserRecord record) {
        this.audience = audience;
        this.machine = machine;
        this.places = places;
        this.earlier = earlier;
        this.record = record;
    }

    /// The parts and choices of an installation.
    ///
    /// @param source the extension
    /// @param program the folder of the running program
    /// @param variables that the host needs, such as the agent's socket
    /// @param allowsUnsigned whether Firefox is told to accept any unsigned add-on
    /// @param newKey makes the key if there is none
    public record Wish(ExtensionSource source, Path program, Map<String, String> variables, boolean allowsUnsigned,
            Supplier<ExtensionKey> newKey) {

        public Wish {
            variables = new LinkedHashMap<>(variables);
        }

        @Override
        public Map<String, String> variables() {
            return new LinkedHashMap<>(variables);
        }
    }

    /// The existing or possible installation on a machine.
    public static BrowserInstallation of(Audience audience, Machine machine) throws IOException, InstallException {
        BrowserPlaces places = switch (audience) {
            case USER -> BrowserPlaces.ofUser(machine);
            case SYSTEM -> BrowserPlaces.ofSystem();
        };
        return new BrowserInstallation(audience, machine, places, Written.read(machine, places.record()),
                BrowserRecord.read(machine, places.details()));
    }

    /// Whether anything was installed.
    public boolean exists() {
        return !earlier.entries().isEmpty();
    }

    /// The rung that the installation promises, by browser.
    public Map<Browser, Rung> expected() {
        Map<Browser, Rung> expected = new EnumMap<>(Browser.class);
        record.rungs().forEach((browser, promised) -> expected.put(browser, promised.rung()));
        return expected;
    }

    /// The browsers of the machine.
    public List<FoundBrowser> found() {
        return new BrowserSearch(machine).all();
    }

    /// Installs into browsers, beside those of an earlier installation.
    ///
    /// @throws InstallException if it cannot be completed
    public Plan install(Wish wish, Collection<Browser> browsers) throws IOException, InstallException {
        requireWritable();
        return new BrowserInstallPlan(audience, machine, places, earlier, record, wish).make(browsers);
    }

    /// Removes everything that installing wrote, and takes our members out of the files of others.
    ///
    /// @throws InstallException if nothing is installed
    public Plan remove() throws IOException, InstallException {
        if (!exists() && !machine.exists(places.folder())) {
            throw new InstallException("nothing is installed: " + places.record() + " is missing");
        }
        requireWritable();
        List<InstallStep> steps = new ArrayList<>();
        for (MergeNote note : record.merges()) {
            steps.addAll(undo(machine, note));
        }
        steps.addAll(earlier.removal());
        if (!exists()) {
            // The end of an interrupted removal.
            steps.add(new InstallStep.RemoveEmpty(places.folder()));
            steps.add(new InstallStep.RemoveEmpty(places.folder().resolve("..").normalize()));
        }
        return new Plan(machine, steps, List.of()).withWhole(places.unpacked());
    }

    /// Removes what only these browsers need.
    ///
    /// @throws InstallException if nothing is installed in one of them
    public Plan remove(Set<Browser> browsers) throws IOException, InstallException {
        Map<Browser, Expected> left = record.rungs();
        for (Browser browser : browsers) {
            if (left.remove(browser) == null) {
                throw new InstallException("nothing is installed for " + browser.title());
            }
        }
        if (left.isEmpty()) {
            return remove();
        }
        requireWritable();
        Set<Path> needed = paths(left.keySet());
        Set<Path> outdated = paths(browsers);
        outdated.removeAll(needed);
        List<MergeNote> merges = new ArrayList<>(record.merges());
        List<InstallStep> steps = new ArrayList<>();
        if (!left.containsKey(Browser.FIREFOX)) {
            for (MergeNote note : record.merges()) {
                steps.addAll(undo(machine, note));
                outdated.add(note.backup());
            }
            merges.clear();
        }
        Set<Written.Entry> gone = earlier.entries();
        gone.removeIf(entry -> !outdated.contains(entry.path()));
        Written removed = new Written(gone);
        steps.addAll(removed.removal());
        Map<Path, String> digests = record.digests();
        digests.keySet().removeAll(outdated);
        steps.add(new InstallStep.Data(places.details(), new BrowserRecord(left, digests, merges).content(),
                InstallStep.Access.FILE));
        steps.add(new InstallStep.Data(places.record(), Blob.of(earlier.without(removed).text()),
                InstallStep.Access.FILE));
        return new Plan(machine, steps, List.of()).withWhole(places.unpacked());
    }

    private Set<Path> paths(Collection<Browser> browsers) throws InstallException {
        Set<Path> paths = new java.util.TreeSet<>();
        for (Browser browser : browsers) {
            paths.addAll(places.manifests(browser, audience, machine));
            if (audience == Audience.SYSTEM && browser.engine() == Browser.Engine.CHROMIUM) {
                paths.add(browser.policies().resolve(BrowserPlaces.CHROMIUM_POLICY));
            }
        }
        return paths;
    }

    /// The steps that take our members out of a file of others.
    static List<InstallStep> undo(Machine machine, MergeNote note) throws IOException, InstallException {
        List<InstallStep> steps = new ArrayList<>();
        Optional<Blob> now = content(machine, note.path());
        if (now.isPresent()) {
            Optional<Blob> left = note.undone(now.get(), content(machine, note.backup()));
            if (left.isEmpty()) {
                steps.add(new InstallStep.Remove(note.path()));
            } else if (!left.get().equals(now.get())) {
                steps.add(new InstallStep.Replace(note.path(), left.get()));
            }
        }
        steps.add(new InstallStep.Remove(note.path().resolveSibling("." + note.path().getFileName() + ".part")));
        return steps;
    }

    /// The content of a file, which must not be a link: what it leads to may be anybody's.
    static Optional<Blob> content(Machine machine, Path path) throws IOException, InstallException {
        Path file = machine.at(path);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new InstallException(path + ": a link, or not a file; Bloomward changes neither, so make it a file");
        }
        return Optional.of(Blob.of(Files.readAllBytes(file)));
    }

    private void requireWritable() throws InstallException {
        if (!machine.isWritable(places.folder())) {
            throw new InstallException(places.folder() + " cannot be written by this user"
                    + (audience == Audience.SYSTEM ? "; sudo helps" : ""));
        }
    }

    /// The state of every browser that is found or was installed into.
    public List<BrowserState> states() throws IOException, InstallException {
        Map<Browser, List<FoundBrowser>> found = new EnumMap<>(Browser.class);
        for (FoundBrowser browser : found()) {
            found.computeIfAbsent(browser.browser(), _ -> new ArrayList<>()).add(browser);
        }
        record.rungs().keySet().forEach(browser -> found.computeIfAbsent(browser, _ -> new ArrayList<>()));
        List<BrowserState> states = new ArrayList<>();
        for (Map.Entry<Browser, List<FoundBrowser>> entry : found.entrySet()) {
            Browser browser = entry.getKey();
            Optional<Expected> expected = Optional.ofNullable(record.rungs().get(browser));
            if (entry.getValue().isEmpty()) {
                states.add(new BrowserState(browser, Optional.empty(), expected.map(Expected::rung),
                        expected.map(Expected::reason).orElse("")));
            }
            for (FoundBrowser one : entry.getValue()) {
                boolean isIn = expected.isPresent() && one.isReachable();
                states.add(new BrowserState(browser, Optional.of(one),
                        isIn ? expected.map(Expected::rung) : Optional.empty(),
                        isIn ? expected.get().reason() : one.isReachable() ? "" : BrowserInstallPlan.SANDBOXED));
            }
        }
        return states;
    }

    /// The differences from the written files; one line each.
    public List<String> differences() throws IOException, InstallException {
        List<String> differences = new ArrayList<>();
        Map<Path, String> digests = new TreeMap<>(record.digests());
        for (Map.Entry<Path, String> file : digests.entrySet()) {
            Path path = machine.at(file.getKey());
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                differences.add(file.getKey() + ": missing");
            } else if (Files.isReadable(path) // unlike the machine's key
                    && !Digest.of(Files.readAllBytes(path)).toHex().equals(file.getValue())) {
                differences.add(file.getKey() + ": changed since the installation");
            }
        }
        for (MergeNote note : record.merges()) {
            Optional<Blob> now = content(machine, note.path());
            if (now.isEmpty()) {
                differences.add(note.path() + ": missing");
                continue;
            }
            Json.Members document = SharedPolicy.document(now.get(), note.path().toString());
            for (Addition addition : note.added()) {
                if (!SharedPolicy.found(document, addition.path()).equals(Optional.of(addition.value()))) {
                    differences.add(note.path() + ": " + String.join(".", addition.path()) + " changed since the "
                            + "installation");
                }
            }
        }
        if (audience == Audience.SYSTEM) {
            differences.addAll(overruled());
        }
        return differences;
    }

    /// Policies of ours that a later file of others hides.
    private List<String> overruled() throws IOException, InstallException {
        List<String> overruled = new ArrayList<>();
        for (Browser browser : record.rungs().keySet()) {
            Path file = browser.policies().resolve(BrowserPlaces.CHROMIUM_POLICY);
            Optional<Blob> ours = browser.engine() == Browser.Engine.CHROMIUM
                    ? content(machine, file)
                    : Optional.empty();
            if (ours.isPresent()) {
                ManagedPolicies others = ManagedPolicies.read(machine, browser.policies());
                SharedPolicy.document(ours.get(), file.toString())
                        .values()
                        .keySet()
                        .forEach(policy -> others.owner(policy)
                                .ifPresent(owner -> overruled
                                        .add(owner + ": sets " + policy + ", too; of two files with the "
                                                + "same policy " + browser.title() + " reads the last")));
            }
        }
        return overruled;
    }
}
