package bloomward.agent.browser.install;

import bloomward.agent.browser.install.Browser.Engine;
import bloomward.agent.browser.install.Deployment.Addresses;
import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import bloomward.agent.install.InstallStep;
import bloomward.agent.install.InstallStep.Access;
import bloomward.agent.install.Machine;
import bloomward.agent.install.Plan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The files with which an organisation brings the extension to its machines, in a folder:
///
/// ```
///   README.md                                  what goes where
///   bloomward.crx  bloomward.xpi  update.xml   for a web server, if there is one
///   root/                                      for every machine, laid out as its files lie below /
/// ```
///
/// The same key, extension and options give the same bytes.
public final class FleetPack {

    private static final Path SLASH = Path.of("/");
    private static final Path LAUNCHER = Path.of("/usr/local/lib/bloomward/current/bin/bloomward");

    private final Deployment deployment;
    private final boolean hasServer;
    private final boolean allowsUnsigned;

    private FleetPack(Deployment deployment, boolean hasServer, boolean allowsUnsigned) {
        this.deployment = deployment;
        this.hasServer = hasServer;
        this.allowsUnsigned = allowsUnsigned;
    }

    /// @param updates the address of `update.xml`, with the other two files beside it; without one, each machine has its
    ///     own copies
    /// @throws InstallException if that is not such an address
    public static FleetPack of(ExtensionSource source, ExtensionKey key, Optional<URI> updates, boolean allowsUnsigned)
            throws InstallException {
        Path folder = BrowserPlaces.ofSystem().folder();
        Addresses addresses = Addresses.in(folder);
        if (updates.isPresent()) {
            addresses = Addresses.beside(checked(updates.get()));
        }
        return new FleetPack(new Deployment(folder, LAUNCHER, Map.of(), key, source, addresses), updates.isPresent(),
                allowsUnsigned);
    }

    private static String checked(URI updates) throws InstallException {
        String path = Optional.ofNullable(updates.getRawPath()).orElse("");
        boolean isKnown = List.of("https", "http", "file")
                .contains(Optional.ofNullable(updates.getScheme()).orElse(""));
        if (!isKnown || !path.endsWith("/" + Deployment.UPDATES) || updates.getRawQuery() != null) {
            throw new InstallException("the address of updates must be one of a file " + Deployment.UPDATES
                    + ", such as https://lists.example/browser/" + Deployment.UPDATES + ", not " + updates);
        }
        return updates.toString();
    }

    /// Writes all files into an empty folder.
    public Plan into(Path out) throws InstallException {
        Machine machine = new Machine(out, Map.of(), command -> {
            throw new IOException("nothing is started: " + command);
        });
        List<InstallStep> steps = new ArrayList<>();
        for (Map.Entry<Path, InstallStep.Data> file : files().entrySet()) {
            folders(file.getKey().resolve("..").normalize(), steps);
            steps.add(file.getValue());
        }
        return new Plan(machine, steps, List.of());
    }

    private static void folders(Path folder, List<InstallStep> steps) {
        if (folder.equals(SLASH) || steps.contains(new InstallStep.Folder(folder, false))) {
            return;
        }
        folders(folder.resolve("..").normalize(), steps);
        steps.add(new InstallStep.Folder(folder, false));
    }

    private Blob firefoxPolicy() throws InstallException {
        return SharedPolicy.added(Optional.empty(), deployment.firefoxPolicy(allowsUnsigned), "policies.json")
                .content();
    }

    private Map<Path, InstallStep.Data> files() throws InstallException {
        Map<Path, InstallStep.Data> files = new TreeMap<>();
        for (Path folder : hasServer ? List.of(SLASH) : List.of(SLASH, below(deployment.folder()))) {
            put(files, folder.resolve(Deployment.CRX), deployment.crx(), Access.FILE);
            put(files, folder.resolve(Deployment.XPI), deployment.source().xpi(), Access.FILE);
            put(files, folder.resolve(Deployment.UPDATES), deployment.updates(), Access.FILE);
        }
        for (Engine engine : Engine.values()) {
            put(files, below(deployment.script(engine)), deployment.scriptText(engine), Access.EXECUTABLE);
        }
        for (Browser browser : Browser.values()) {
            for (Path manifest : browser.manifestsOfSystem()) {
                put(files, below(manifest), deployment.manifest(browser.engine()), Access.FILE);
            }
            switch (browser.engine()) {
                case CHROMIUM -> put(files, below(browser.policies().resolve(BrowserPlaces.CHROMIUM_POLICY)),
                        Blob.of(deployment.chromiumPolicy().pretty()), Access.FILE);
                case FIREFOX -> put(files, below(browser.policies().resolve(BrowserPlaces.FIREFOX_POLICY)),
                        firefoxPolicy(), Access.FILE);
            }
        }
        put(files, SLASH.resolve("README.md"), Blob.of(readme(List.copyOf(files.keySet()))), Access.FILE);
        return files;
    }

    private static void put(Map<Path, InstallStep.Data> files, Path path, Blob content, Access access) {
        files.put(path, new InstallStep.Data(path, content, access));
    }

    private static Path below(Path path) {
        return SLASH.resolve("root").resolve(SLASH.relativize(path));
    }

    private String readme(List<Path> files) {
        StringBuilder text = new StringBuilder("""
                # Bloomward in the browsers of many machines

                Extension %s, in Chromium %s, in Firefox %s. The guide is client-agent/BROWSERS.md.

                1. Install the agent on each machine, as client-agent/ROLLOUT.md describes.
                """.formatted(deployment.source().version(), deployment.key().id(), Deployment.ADD_ON));
        text.append(hasServer ? """
                2. Serve bloomward.crx, bloomward.xpi and update.xml, so that browsers find
                   %s.
                """.formatted(deployment.addresses().updates()) : """
                2. No web server is needed: each machine gets its own copies.
                """);
        text.append("""
                3. Copy root/ to / of each machine, owned by root. In it:

                """);
        files.stream()
                .filter(path -> path.startsWith("/root"))
                .forEach(path -> text.append("   - /").append(SLASH.resolve("root").relativize(path)).append('\n'));
        text.append("""

                Machines that have a policy already: Chromium takes each policy from the file whose name comes last, so a
                second file with ExtensionSettings hides one of both; put both into one file. Firefox reads one
                policies.json; add the members of ours to yours.
                """);
        text.append(deployment.source().isSigned() ? "" : """

                The XPI is not signed. Release versions of Firefox install only what Mozilla signed: have it signed as an
                unlisted add-on, and pack again with --xpi.
                """);
        return text.append("""

                Keep the key with which this was packed: another key is another extension to Chromium.
                """).toString();
    }
}
