package bloomward.server.publish;

import bloomward.format.release.Manifest;
import bloomward.server.publish.version.NewVersion;
import bloomward.server.store.PublicationTable.VersionRow;
import java.util.List;

/// A publication of which all files stand and which nobody has signed yet.
///
/// @param rows the versions that it is the first to name
/// @param held entries that were held while it was compiled
/// @param leaving deleted lists that it no longer names
/// @param refused lists that were to be published and stay as they were
/// @param renews whether it signs unchanged content again
record Proposal(Manifest manifest, List<VersionRow> rows, List<NewVersion> outcomes, long held, List<String> leaving,
        List<RefusedList> refused, String actor, String note, boolean renews) {}
