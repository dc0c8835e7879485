package bloomward.agent.socket.message;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.format.release.Freshness;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The status of an agent. An immutable value; it tells nothing about the URLs that were asked.
///
/// @param state in one word
/// @param publication whose lists it uses; empty before it is enrolled
/// @param installed what answers; empty before the first update
/// @param damages files that are not what they must be, in words
/// @param polls how it keeps up
/// @param counters since it was started
/// @param process empty if none is running, and this was read from the store
/// @param browsers of the asking user that are connected
public record AgentStatus(State state, Optional<Publication> publication, Optional<InstalledSet> installed,
        List<String> damages, Polls polls, Counters counters, Optional<Running> process,
        List<ConnectedBrowser> browsers) {

    public AgentStatus {
        damages = List.copyOf(damages);
        browsers = List.copyOf(browsers);
    }

    /// A status that names no browser.
    public AgentStatus(State state, Optional<Publication> publication, Optional<InstalledSet> installed,
            List<String> damages, Polls polls, Counters counters, Optional<Running> process) {
        this(state, publication, installed, damages, polls, counters, process, List.of());
    }

    /// The same status, with these browsers.
    public AgentStatus with(List<ConnectedBrowser> connected) {
        return new AgentStatus(state, publication, installed, damages, polls, counters, process, connected);
    }

    /// In one word.
    public enum State {
        /// A whole set answers.
        PROTECTED,
        /// A set answers, in which something is damaged; what, and what is weaker, is said beside it.
        DAMAGED,
        /// No list is installed, or none that can be used: everything is unknown.
        NOT_PROTECTED,
        /// No publication is chosen yet.
        NOT_ENROLLED
    }

    /// Whose lists.
    public record Publication(String origin, URI server, long rootVersion, Instant rootExpires) {}

    /// The set that answers.
    ///
    /// @param latestIssued when it was last signed that there is nothing newer
    /// @param latestExpires until when that is believed
    public record InstalledSet(long sequence, Freshness freshness, Instant latestIssued, Instant latestExpires,
            List<ListInUse> lists) {

        public InstalledSet {
            lists = List.copyOf(lists);
        }
    }

    /// A list that is asked.
    public record ListInUse(String name, long version, long entries) {}

    /// The success of its polls.
    ///
    /// @param failures how many polls failed since the last good one
    public record Polls(Optional<PastPoll> last, Optional<Instant> next, int failures) {

        /// Of an agent that never polled.
        public static final Polls NONE = new Polls(Optional.empty(), Optional.empty(), 0);
    }

    /// A poll that is over.
    ///
    /// @param outcome `unchanged`, `updated`, or why it failed: `unreachable`, `refused`, `agent_too_old`, `local`
    /// @param message for a person
    public record PastPoll(Instant at, String outcome, String message) {

        public static final String UNCHANGED = "unchanged";
        public static final String UPDATED = "updated";

        public boolean isGood() {
            return outcome.equals(UNCHANGED) || outcome.equals(UPDATED);
        }
    }

    /// Counts since the start.
    ///
    /// @param checks URLs that were checked
    /// @param hits those that were listed
    /// @param confirms questions about hits
    /// @param exceptions permissions to proceed to a listed site
    /// @param reports about mistakes of the lists
    public record Counters(long checks, long hits, long confirms, long exceptions, long reports) {

        public static final Counters NONE = new Counters(0, 0, 0, 0, 0);
    }

    /// The process.
    public record Running(String version, long pid, Duration uptime) {}

    /// Whether its lists are too old to say that a URL is clean.
    public boolean isExpired() {
        return installed.filter(set -> set.freshness() == Freshness.EXPIRED).isPresent();
    }

    /// Whether a subscriber that was told another status must be told this one: another set, another freshness, better or
    /// worse health. Time that passes and counters that count are no news.
    public boolean isNewsAfter(AgentStatus before) {
        return !asNews().equals(before.asNews());
    }

    private AgentStatus asNews() {
        Optional<InstalledSet> set = installed
                .map(i -> new InstalledSet(i.sequence, i.freshness, Instant.EPOCH, Instant.EPOCH, i.lists));
        Polls health = new Polls(Optional.empty(), Optional.empty(), Math.min(polls.failures, 1));
        return new AgentStatus(state, publication, set, damages, health, Counters.NONE, Optional.empty());
    }
}
