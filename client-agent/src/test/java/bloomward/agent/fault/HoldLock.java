package bloomward.agent.fault;

import bloomward.agent.store.Store;
import bloomward.agent.store.StoreWriter;
import java.io.IOException;
import java.nio.file.Path;

/// Another program that writes in a store: from the word `held` until its input ends.
final class HoldLock {

    private HoldLock() {}

    public static void main(String... args) throws Exception {
        try (StoreWriter writer = Store.at(Path.of(args[0])).tryWrite().orElseThrow()) {
            writer.collect();
            System.out.println("held");
            if (System.in.read() >= 0) {
                throw new IOException("nothing was to be said");
            }
        }
    }
}
