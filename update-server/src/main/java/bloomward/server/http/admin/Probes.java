package bloomward.server.http.admin;

import bloomward.server.http.Problem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The monitoring paths, open without a token: liveness, readiness and metrics.
final class Probes {

    /// Answers one path.
    interface Probe {

        byte[] answer() throws ProblemException;

        default String mediaType() {
            return "application/json";
        }
    }

    private Probes() {}

    static Map<String, Probe> routes(AdminSetup setup) {
        return Map.of("/healthz", () -> utf8("{\"alive\":true}"), "/readyz", () -> ready(setup.checks()), "/metrics",
                new Probe() {
                    @Override
                    public byte[] answer() {
                        setup.beforeScrape().run();
                        return utf8(setup.metrics().scrape());
                    }

                    @Override
                    public String mediaType() {
                        return "text/plain; version=0.0.4; charset=utf-8";
                    }
                });
    }

    private static byte[] ready(List<ReadinessCheck> checks) throws ProblemException {
        List<Problem.Place> troubles = new ArrayList<>();
        for (ReadinessCheck check : checks) {
            check.trouble().get().ifPresent(text -> troubles.add(new Problem.Place(0, check.name() + ": " + text)));
        }
        if (troubles.isEmpty()) {
            return utf8("{\"ready\":true}");
        }
        String failed = troubles.size() + " of " + checks.size() + " checks failed";
        throw new ProblemException(Problem.of(503, "not-ready", "Not ready", failed).withErrors(troubles));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
