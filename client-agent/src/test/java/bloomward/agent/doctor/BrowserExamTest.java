package bloomward.agent.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.browser.Rung;
import bloomward.agent.doctor.Finding.Outcome;
import bloomward.agent.doctor.Instruments.BrowserParts;
import bloomward.agent.doctor.Instruments.RunningAgent;
import bloomward.format.testing.SetClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BrowserExamTest {

    @TempDir
    private Path folder;
    private SetClock clock;
    private Patient patient;

    @BeforeEach
    void begin() {
        clock = new SetClock();
        patient = new Patient(folder, clock);
    }

    @Test
    void tellsWhereTheExtensionIsInstalled() throws Exception {
        assertThat(patient.one("browsers").message()).contains("not installed", "bloomward browser install");
        patient.browsers = () -> new BrowserParts(List.of("Chromium: full", "Firefox: none"), List.of());
        assertThat(patient.one("browsers"))
                .isEqualTo(Finding.ok("browsers", "installed: Chromium: full, Firefox: none"));
        patient.browsers = () -> new BrowserParts(List.of("Chromium: full"), List.of("/etc/x: missing"));
        assertThat(patient.one("browsers").outcome()).isEqualTo(Outcome.WARNING);
        assertThat(patient.one("browsers").message()).isEqualTo("/etc/x: missing");
        patient.browsers = () -> {
            throw new IOException("record.json: damaged");
        };
        assertThat(patient.one("browsers").outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void tellsWhatBrowsersReport() throws Exception {
        assertThat(patient.all("rung")).isEmpty();
        reported(Rung.FULL, Rung.FULL);
        assertThat(patient.one("rung")).isEqualTo(Finding.ok("rung", "Firefox 153: full, Firefox 153: full"));
        reported(Rung.FULL, Rung.LIMITED);
        assertThat(patient.one("rung").outcome()).isEqualTo(Outcome.WARNING);
        assertThat(patient.one("rung").message()).contains("limited");
    }

    private void reported(Rung... rungs) {
        List<ConnectedBrowser> browsers = List.of(rungs)
                .stream()
                .map(rung -> new ConnectedBrowser("Firefox 153", "0.1.0", rung, clock.instant()))
                .toList();
        patient.agent = _ -> Optional.of(new RunningAgent(Patient.VERSION, 42, browsers));
    }
}
