package bloomward.server.setup;

import bloomward.format.Digest;
import bloomward.program.command.CommandException;
import bloomward.server.publish.folder.DataFolder;
import bloomward.server.publish.folder.StoredFiles;
import bloomward.server.shared.SharedFiles;
import bloomward.server.store.FlatJson;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.move.StoreMove;
import bloomward.server.store.move.TargetNotEmptyException;
import bloomward.server.store.place.StorePlace;
import java.io.IOException;
import java.time.Instant;

/// Moves the store of a stopped server to another place: all rows, compared afterwards, and the published files.
///
/// The old store stays, marked so that no server opens it by mistake: two that went on from the same state would use version
/// numbers twice. Before that mark a failure leaves the old one as it was.
public final class StoreTransfer {

    private StoreTransfer() {}

    /// A store that was moved.
    ///
    /// @param files that the new place needed
    /// @param audit the last hash of the log
    /// @param left the old store
    public record Moved(int tables, long rows, int files, Digest audit, String left) {}

    /// Moves a store.
    ///
    /// @param folder the data folder that works with it
    /// @throws CommandException if the target has something in it, or is the same place
    public static Moved run(DataFolder folder, StorePlace from, StorePlace to, Instant now)
            throws IOException, CommandException {
        if (from.toString().equals(to.toString())) {
            throw CommandException.error("the store is at " + from + " already");
        }
        try (PublisherStore source = from.openToLeave(); PublisherStore target = to.openToFill()) {
            StoreMove.Copied all = StoreMove.copy(source, target);
            int files = new StoredFiles(folder, source).fetch();
            files += new StoredFiles(folder, target).keepAll();
            SharedFiles.bringAll(source, folder.root());
            SharedFiles.putAll(target, folder.root());
            target.<Object, IOException>write(tables -> tables.audit()
                    .append(now, MachineToken.MACHINE.name(), "store move", to.toString(),
                            FlatJson.of("from", from.toString()).with("rows", all.rows()).toString()));
            to.take();
            return new Moved(all.tables().size(), all.rows(), files, all.audit(), from.retire(source, to.toString()));
        } catch (TargetNotEmptyException e) {
            throw CommandException.refused(to + ": " + e.getMessage());
        }
    }
}
