package bloomward.agent.browser.install;

import bloomward.agent.browser.Rung;
import bloomward.agent.browser.install.Browser.Engine;
import bloomward.agent.browser.install.BrowserInstallation.Wish;
import bloomward.agent.browser.install.BrowserRecord.Expected;
import bloomward.agent.browser.install.Deployment.Addresses;
import bloomward.agent.install.Audience;
import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.InstallStep;
import bloomward.agent.install.InstallStep.Access;
import bloomward.agent.install.Machine;
import bloomward.agent.install.Plan;
import bloomward.agent.install.Written;
import bloomward.format.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes the plan of one installation in browsers.
///
/// Whatever step fails, the same installation again ends the same way: all files are recorded first, and every content
/// follows from what is there, the backups and the key.
final class BrowserInstallPlan {

    static final String SANDBOXED = "runs in a sandbox that starts no program of this machine; install the browser as a package";

    private final Audience audience;
    private final Machine machine;
    private final BrowserPlaces places;
    private final Written earlier;
    private final BrowserRecord record;
    private final Wish wish;
    private final Deployment deployment;

    private final Map<Path, InstallStep.Data> files = new LinkedHashMap<>();
    private final Map<Browser, Expected> rungs = new EnumMap<>(Browser.class);
    private final List<MergeNote> merges = new ArrayList<>();
    private final List<InstallStep> changes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    BrowserInstallPlan(Audience audience, Machine machine, BrowserPlaces places, Written earlier, BrowserRecord record,
            Wish wish) throws IOException, InstallException {
        this.audience = audience;
        this.machine = machine;
        this.places = places;
        this.earlier = earlier;
        this.record = record;
        this.wish = wish;
        Launcher launcher = new Launcher(audience, machine);
        launcher.requireJava(wish.variables());
        this.deployment = new Deployment(places.folder(), launcher.of(wish.program()), wish.variables(), key(),
                wish.source(), Addresses.in(places.folder()));
    }

    private ExtensionKey key() throws IOException, InstallException {
        Optional<Blob> kept = BrowserInstallation.content(machine, places.key());
        return kept.isPresent()
                ? ExtensionKey.parse(new String(kept.get().bytes(), StandardCharsets.US_ASCII), places.key().toString())
                : wish.newKey().get();
    }

    Plan make(Collection<Browser> more) throws IOException, InstallException {
        Set<Browser> browsers = new LinkedHashSet<>(record.rungs().keySet());
        browsers.addAll(more);
        requirePlain();
        put(places.key(), deployment.key().pem(), Access.PRIVATE);
        addExtension();
        for (Browser browser : browsers) {
            Engine engine = browser.engine();
            put(deployment.script(engine), deployment.scriptText(engine),
                    audience == Audience.SYSTEM ? Access.EXECUTABLE : Access.PRIVATE_EXECUTABLE);
            for (Path manifest : places.manifests(browser, audience, machine)) {
                put(manifest, deployment.manifest(engine), Access.FILE);
            }
            rungs.put(browser, switch (audience) {
                case SYSTEM -> addPolicy(browser);
                case USER -> withoutPolicy(engine);
            });
        }
        requireOurs();
        return plan();
    }

    private void requirePlain() throws InstallException {
        List<String> words = new ArrayList<>(wish.variables().values());
        words.add(places.folder().toString());
        words.add(deployment.launcher().toString());
        if (words.stream().anyMatch(word -> word.chars().anyMatch(Character::isISOControl))) {
            throw new InstallException("cannot install with a control character in the name of a folder or the socket");
        }
    }

    private void addExtension() throws IOException, InstallException {
        put(places.folder().resolve(Deployment.CRX), deployment.crx(), Access.FILE);
        put(places.folder().resolve(Deployment.XPI), deployment.source().xpi(), Access.FILE);
        put(places.folder().resolve(Deployment.UPDATES), deployment.updates(), Access.FILE);
        if (audience == Audience.USER) {
            deployment.unpacked()
                    .forEach((name, content) -> put(places.unpacked().resolve(name).normalize(), content, Access.FILE));
        }
    }

    private Expected addPolicy(Browser browser) throws IOException, InstallException {
        return switch (browser.engine()) {
            case CHROMIUM -> {
                ManagedPolicies.Ours ours = ManagedPolicies.read(machine, browser.policies()).ours(deployment);
                notes.addAll(ours.notes());
                if (!ours.policy().values().isEmpty()) {
                    put(browser.policies().resolve(BrowserPlaces.CHROMIUM_POLICY), Blob.of(ours.policy().pretty()),
                            Access.FILE);
                }
                yield ours.isForced()
                        ? new Expected(Rung.FULL, "installed by policy")
                        : new Expected(Rung.NONE, "other policies leave no place for the extension");
            }
            case FIREFOX -> {
                for (Path file : places.firefoxPolicies(machine)) {
                    merge(file);
                }
                yield wish.source().isSigned()
                        ? new Expected(Rung.FULL, "installed by policy")
                        : wish.allowsUnsigned()
                                ? new Expected(Rung.FULL,
                                        "installed by policy, unsigned: in ESR of some distributions only")
                                : new Expected(Rung.NONE,
                                        "the XPI is not signed, so Firefox does not install it: have it "
                                                + "signed and give it with --xpi, or --allow-unsigned in an ESR that obeys");
            }
        };
    }

    private Expected withoutPolicy(Engine engine) {
        return switch (engine) {
            case CHROMIUM -> new Expected(Rung.LIMITED, "without a policy: in chrome://extensions, switch on developer "
                    + "mode and load the unpacked extension " + places.unpacked());
            case FIREFOX -> wish.source().isSigned()
                    ? new Expected(Rung.FULL,
                            "open " + places.folder().resolve(Deployment.XPI)
                                    + " in Firefox, and allow it in private windows")
                    : new Expected(Rung.FULL, "until Firefox ends: in about:debugging#/runtime/this-firefox, load the "
                            + "temporary add-on " + places.folder().resolve(Deployment.XPI));
        };
    }

    /// Adds our members to a file of others.
    private void merge(Path file) throws IOException, InstallException {
        Optional<Blob> now = BrowserInstallation.content(machine, file);
        Optional<MergeNote> past = record.merges().stream().filter(note -> note.path().equals(file)).findFirst();
        Optional<Blob> before = now;
        if (past.isPresent() && now.isPresent()) {
            before = past.get().undone(now.get(), BrowserInstallation.content(machine, past.get().backup()));
        }
        SharedPolicy merged = SharedPolicy.added(before, deployment.firefoxPolicy(wish.allowsUnsigned()),
                file.toString());
        notes.addAll(merged.notes());
        Path backup = places.backup(merges.size());
        before.ifPresent(content -> put(backup, content, Access.FILE));
        merges.add(new MergeNote(file, backup, before.isPresent(), Digest.of(merged.content().bytes()).toHex(),
                merged.added(), merged.made()));
        if (!now.equals(Optional.of(merged.content()))) {
            changes.add(new InstallStep.Replace(file, merged.content()));
        }
    }

    private void put(Path path, Blob content, Access access) {
        files.put(path, new InstallStep.Data(path, content, access));
    }

    /// Only files written by an installation may be overwritten.
    private void requireOurs() throws InstallException {
        for (Path file : files.keySet()) {
            if (machine.exists(file) && !earlier.has(file)) {
                throw new InstallException(
                        file + " already exists and was not written by an installation; move it away");
            }
            if (!machine.isWritable(file.resolveSibling(""))) {
                throw new InstallException(file.resolveSibling("") + " cannot be written by this user");
            }
        }
    }

    private Plan plan() throws IOException, InstallException {
        List<InstallStep> first = new ArrayList<>();
        List<InstallStep> steps = new ArrayList<>();
        Set<Path> made = new LinkedHashSet<>();
        addFolder(first, places.folder(), made);
        for (InstallStep.Data file : files.values()) {
            addFolder(steps, file.path().resolveSibling(""), made);
            steps.add(file);
        }
        for (InstallStep change : changes) {
            if (change instanceof InstallStep.Replace(Path path, Blob _)) {
                addFolder(steps, path.resolveSibling(""), made);
            }
            steps.add(change);
        }
        List<InstallStep> written = new ArrayList<>(first);
        written.add(ours(places.record(), Blob.of("")));
        written.add(ours(places.details(), Blob.of("")));
        written.addAll(steps);
        Written all = earlier.and(written);
        Written now = new Written(Set.of()).and(written);
        Set<Written.Entry> old = earlier.entries();
        old.removeIf(entry -> now.entries().contains(entry) || entry.kind() == Written.Kind.FOLDER);
        Written outdated = new Written(old);
        List<MergeNote> abandoned = record.merges()
                .stream()
                .filter(note -> merges.stream().noneMatch(other -> other.path().equals(note.path())))
                .toList();
        first.add(ours(places.record(), Blob.of(all.text())));
        first.add(ours(places.details(), details(abandoned)));
        first.addAll(steps);
        for (MergeNote note : abandoned) {
            first.addAll(BrowserInstallation.undo(machine, note));
        }
        first.addAll(outdated.removal());
        first.add(ours(places.record(), Blob.of(all.without(outdated).text())));
        first.add(ours(places.details(), new BrowserRecord(rungs, digests(), merges).content()));
        if (!machine.isLaidOutOnly() && !rungs.isEmpty()) {
            first.add(firstStart(rungs.keySet().iterator().next()));
        }
        return new Plan(machine, first, notes).withWhole(places.unpacked());
    }

    /// Starts the host as a browser does, but for nobody, so that it ends at once: the first start makes its class-data archive,
    /// for which a browser's user would wait, or have no right.
    private InstallStep.Run firstStart(Browser browser) {
        return new InstallStep.Run(
                List.of("sh", "-c", "umask 022; exec \"$0\"", deployment.script(browser.engine()).toString()), false);
    }

    /// The record while the installation is under way: it names all members that this installation or an earlier one may have
    /// added.
    private Blob details(List<MergeNote> abandoned) {
        List<MergeNote> both = new ArrayList<>(abandoned);
        for (MergeNote note : merges) {
            both.add(record.merges()
                    .stream()
                    .filter(past -> past.path().equals(note.path()))
                    .findFirst()
                    .map(note::and)
                    .orElse(note));
        }
        return new BrowserRecord(rungs, digests(), both).content();
    }

    private Map<Path, String> digests() {
        Map<Path, String> digests = new LinkedHashMap<>();
        files.forEach((path, file) -> digests.put(path, Digest.of(file.content().bytes()).toHex()));
        return digests;
    }

    private static InstallStep.Data ours(Path path, Blob content) {
        return new InstallStep.Data(path, content, Access.FILE);
    }

    /// Adds a folder and its missing parents; a user's own is private.
    private void addFolder(List<InstallStep> to, Path folder, Set<Path> made) {
        if (folder.getNameCount() == 0 || machine.exists(folder) || !made.add(folder)) {
            return;
        }
        addFolder(to, folder.resolve("..").normalize(), made);
        to.add(new InstallStep.Folder(folder, audience == Audience.USER));
    }
}
