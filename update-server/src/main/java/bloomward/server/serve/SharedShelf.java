package bloomward.server.serve;

import bloomward.server.cluster.Lead;
import bloomward.server.notify.Shelf;
import bloomward.server.shared.SharedFiles;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.util.Optional;

/// What was told, for the server that leads next. Written by the leader alone.
record SharedShelf(PublisherStore store, Lead lead) implements Shelf {

    private static final String NAME = "notices.json";

    @Override
    public Optional<byte[]> read() throws IOException {
        return store.<Optional<byte[]>, IOException>read(tables -> SharedFiles.read(tables, NAME));
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        lead.<IOException>run(() -> store.<Boolean, IOException>write(tables -> {
            SharedFiles.put(tables, NAME, bytes);
            return true;
        }));
    }

    @Override
    public String toString() {
        return NAME + " in the database";
    }
}
