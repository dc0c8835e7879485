package bloomward.server.admin.view;

import java.util.List;

/// The answers about the servers of a publication.
public final class ServerReports {

    private ServerReports() {}

    /// @param leader name of the one that leads, empty if none does
    /// @param isShared whether several servers can share the store
    /// @param isWell whether one leads, all are there, and none has trouble
    public record ServersReport(String leader, boolean isShared, boolean isWell, List<ServerView> servers) {}

    /// @param leads whether it fetches feeds, dates `latest` and tidies up
    /// @param isThere whether it was seen within the last seconds
    /// @param version of the program
    /// @param started when its process was started
    /// @param seen when it was seen last
    /// @param sequence of the publication that it serves, 0 for none
    /// @param dated the date of the `latest` that it serves, empty for none
    /// @param canDate whether it has the timestamp key, without which it cannot lead
    /// @param canSign whether it has enough keys of publishers to publish without a person's
    /// @param trouble empty if all is well with it
    public record ServerView(String name, boolean leads, boolean isThere, String version, String started, String seen,
            long sequence, String dated, boolean canDate, boolean canSign, String trouble) {}
}
