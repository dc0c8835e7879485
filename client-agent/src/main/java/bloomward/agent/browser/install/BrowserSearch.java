package bloomward.agent.browser.install;

import bloomward.agent.browser.install.FoundBrowser.Packaging;
import bloomward.agent.install.CommandRunner.Ended;
import bloomward.agent.install.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the browsers of a machine by what their packages leave; none is started.
final class BrowserSearch {

    private static final List<String> SNAPS = List.of("/snap", "/var/lib/snapd/snap");
    private static final String FLATPAKS = "/var/lib/flatpak/app";

    private final Machine machine;

    BrowserSearch(Machine machine) {
        this.machine = machine;
    }

    List<FoundBrowser> all() {
        List<FoundBrowser> found = new ArrayList<>();
        for (Browser browser : Browser.values()) {
            Browser.Traces traces = browser.traces();
            traces.programs()
                    .stream()
                    .map(Path::of)
                    .filter(machine::exists)
                    .findFirst()
                    .ifPresent(program -> found.add(packaged(browser, program)));
            if (!traces.snap().isEmpty() && SNAPS.stream().anyMatch(snaps -> exists(snaps, traces.snap()))) {
                found.add(new FoundBrowser(browser, Packaging.SNAP, ""));
            }
            Optional<Path> users = machine.folder("HOME").map(home -> home.resolve(".local/share/flatpak/app"));
            if (exists(FLATPAKS, traces.flatpak())
                    || users.filter(apps -> machine.exists(apps.resolve(traces.flatpak()))).isPresent()) {
                found.add(new FoundBrowser(browser, Packaging.FLATPAK, ""));
            }
        }
        return found;
    }

    private boolean exists(String folder, String name) {
        return machine.exists(Path.of(folder, name));
    }

    private FoundBrowser packaged(Browser browser, Path program) {
        return browser.traces()
                .packages()
                .stream()
                .flatMap(name -> versionOfPackage(name).stream())
                .findFirst()
                .map(version -> new FoundBrowser(browser, Packaging.DEB, version))
                .orElseGet(() -> new FoundBrowser(browser, Packaging.OTHER, versionBeside(program)));
    }

    private Optional<String> versionOfPackage(String name) {
        if (machine.isLaidOutOnly()) {
            return Optional.empty();
        }
        try {
            Ended ended = machine.runner().run(List.of("dpkg-query", "-W", "-f", "${Version}", name));
            return Optional.of(ended.words().strip()).filter(version -> ended.isDone() && version.matches("\\d\\S*"));
        } catch (IOException _) {
            return Optional.empty(); // not a machine with such packages
        }
    }

    /// Firefox tells it in a file beside its program.
    private String versionBeside(Path program) {
        try (Stream<String> lines = Files.lines(machine.at(program.resolveSibling("application.ini")))) {
            return lines.filter(line -> line.startsWith("Version="))
                    .findFirst()
                    .map(line -> line.substring("Version=".length()))
                    .orElse("");
        } catch (IOException _) {
            return "";
        }
    }
}
