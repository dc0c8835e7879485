package bloomward.agent.socket.message;

import java.util.List;

/// The options for checking the URLs of a request.
///
/// @param offline whether no hit is confirmed at the server
/// @param lists which lists to ask; none means all that the agent uses
public record CheckOptions(boolean offline, List<String> lists) {

    /// The options of a request that states none.
    public static final CheckOptions DEFAULT = new CheckOptions(false, List.of());

    public CheckOptions {
        lists = List.copyOf(lists);
    }
}
