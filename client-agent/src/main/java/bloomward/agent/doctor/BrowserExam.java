package bloomward.agent.doctor;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.browser.Rung;
import bloomward.agent.doctor.Instruments.BrowserParts;
import bloomward.agent.doctor.Instruments.RunningAgent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Examines the extension in browsers: its files, and what it reports.
final class BrowserExam {

    private static final String BROWSERS = "browsers";
    private static final String RUNG = "rung";

    private final Path socket;
    private final Instruments instruments;

    BrowserExam(Path socket, Instruments instruments) {
        this.socket = socket;
        this.instruments = instruments;
    }

    List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        findings.add(installed());
        try {
            List<ConnectedBrowser> connected = instruments.agent()
                    .ask(socket)
                    .map(RunningAgent::browsers)
                    .orElse(List.of());
            reported(connected).ifPresent(findings::add);
        } catch (IOException _) {
            // found by the examination of the agent
        }
        return findings;
    }

    private Finding installed() {
        try {
            BrowserParts parts = instruments.browsers().parts();
            if (!parts.differences().isEmpty()) {
                return Finding.warning(BROWSERS, String.join("; ", parts.differences()),
                        "bloomward browser install, with the options of the first time");
            }
            return Finding.ok(BROWSERS,
                    parts.installed().isEmpty()
                            ? "the extension is not installed; 'bloomward browser install' installs it"
                            : "installed: " + String.join(", ", parts.installed()));
        } catch (IOException e) {
            return Finding.unknown(BROWSERS, Doctor.words(e), "bloomward browser status");
        }
    }

    /// @return empty if no browser is connected: none may be open
    private static Optional<Finding> reported(List<ConnectedBrowser> connected) {
        if (connected.isEmpty()) {
            return Optional.empty();
        }
        String message = String.join(", ",
                connected.stream()
                        .map(browser -> browser.browser() + ": " + browser.rung().name().toLowerCase(Locale.ROOT))
                        .toList());
        boolean isFull = connected.stream().allMatch(browser -> browser.rung() == Rung.FULL);
        return Optional.of(isFull
                ? Finding.ok(RUNG, message)
                : Finding.warning(RUNG, message,
                        "bloomward browser status shows why; sudo bloomward browser install --system"));
    }
}
