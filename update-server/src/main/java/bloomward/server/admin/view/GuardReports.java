package bloomward.server.admin.view;

import java.util.List;

/// The questions and answers about the hosts of guard lists.
public final class GuardReports {

    private GuardReports() {}

    /// @param size of the whole list
    /// @param builtIn whether the program protects the host that was asked for, so that nobody can remove it
    public record GuardHosts(String name, long size, List<String> hosts, boolean builtIn) {}

    /// @param add or else remove
    /// @param reason needed
    public record GuardChange(List<String> hosts, boolean add, String reason) {}
}
