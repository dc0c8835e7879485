package bloomward.agent.socket;

import java.util.List;

/// How the URLs of a request are to be checked.
///
/// @param offline whether no hit is confirmed at the server
/// @param lists which lists to ask; none means all that the agent uses
public record CheckOptions(boolean offline, List<String> lists) {

    /// Where nothing is said.
    public static final CheckOptions DEFAULT = new CheckOptions(false, List.of());

    public CheckOptions {
        lists = List.copyOf(lists);
    }
}
