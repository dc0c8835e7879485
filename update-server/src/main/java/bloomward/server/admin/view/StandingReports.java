package bloomward.server.admin.view;

import java.util.List;

/// The answers about the person who asks, and about how the server stands.
public final class StandingReports {

    private StandingReports() {}

    /// @param role of the token
    /// @param program its version
    /// @param origin of the publication
    /// @param routes all of the Admin API
    /// @param pending whether a publication waits for signatures
    public record Who(String name, String role, String program, String origin, boolean pending, KeyStanding keys,
            List<RouteRight> routes) {}

    /// @param route method and path
    /// @param needs the role
    /// @param allowed whether the person has it
    public record RouteRight(String route, String needs, boolean allowed) {}

    /// @param publisher whether the server can sign publications alone
    /// @param timestamp whether it can date `latest`
    /// @param threshold signatures that a publication needs
    /// @param words says who must sign, and how; empty where nobody has to
    public record KeyStanding(boolean publisher, boolean timestamp, int threshold, String words) {}

    /// @param sequence of the newest publication, 0 if there is none; then the times are empty
    /// @param expires the end of its manifest
    /// @param latestExpires the end of `latest`
    /// @param root version of the root
    /// @param pending whether a publication waits for signatures
    public record Standing(boolean ready, List<CheckView> checks, String program, String origin, long sequence,
            String issued, String expires, String latestExpires, long root, String rootExpires, boolean pending,
            KeyStanding keys) {}

    /// @param trouble empty if all is well
    public record CheckView(String name, String trouble) {}
}
