package bloomward.server.http;

/// How often something may happen: in a burst, and in the long run.
public record RateRule(int burst, double perSecond) {

    public RateRule {
        if (burst < 1 || !(perSecond > 0)) {
            throw new IllegalArgumentException("a rate that allows nothing");
        }
    }
}
