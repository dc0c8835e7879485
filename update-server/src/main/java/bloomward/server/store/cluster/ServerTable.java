package bloomward.server.store.cluster;

import java.io.IOException;
import java.util.List;

/// The servers of a store that several can share.
public interface ServerTable {

    /// The servers that are there, and those that were lately, by name.
    List<ServerRow> all() throws IOException;

    /// Refuses to go on with a write of a leader that leads no more. Until this write ends no other server leads.
    ///
    /// @throws NotLeadingException if another server leads
    void requireLead(Fence fence) throws IOException;

    /// The number of the last write that other servers have to hear of.
    long revision() throws IOException;

    /// Makes this write such a one: the others are told when it is committed.
    ///
    /// @return its number
    long advance() throws IOException;
}
