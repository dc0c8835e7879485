package bloomward.agent.socket.message;

import bloomward.format.url.Expression;
import java.time.Duration;
import java.time.Instant;

/// Permission to proceed in spite of an entry, for a time.
///
/// @param list that has the entry
/// @param expression of the entry
/// @param until its end
/// @param time the same, as the time from now
public record Exemption(String list, Expression expression, Instant until, Duration time) {}
