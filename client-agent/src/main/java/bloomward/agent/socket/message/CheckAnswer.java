package bloomward.agent.socket.message;

import bloomward.agent.check.Verdict;
import bloomward.format.release.Freshness;
import java.util.Optional;

/// The answer about one URL.
///
/// @param input the URL as it was asked
/// @param canonical as it was understood; empty if it could not be
/// @param verdict what is said of it
/// @param freshness of the data that say so; empty if there are none
/// @param elapsedMicros how long it took
public record CheckAnswer(String input, Optional<String> canonical, Verdict verdict, Optional<Freshness> freshness,
        long elapsedMicros) {}
