package bloomward.agent.store;

import bloomward.format.Digest;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A protection and the mappings under it, which closing takes away. Safe for all threads until then.
public final class LoadedSet implements AutoCloseable {

    private final Protection protection;
    private final List<Damage> damages;
    private final List<String> unknownLists;
    private final BooleanSupplier intact;
    private final Runnable unmapping;

    /// A file that has not the bytes that it must have, or is missing.
    ///
    /// @param what in words: `list phishing, packed file`
    /// @param file its digest; for a state file, the digest of the other state file
    /// @param problem what is wrong with it
    /// @param consequence what is weaker until it is fetched again
    public record Damage(String what, Digest file, String problem, String consequence) {}

    LoadedSet(Protection protection, List<Damage> damages, List<String> unknownLists, BooleanSupplier intact,
            Runnable unmapping) {
        this.protection = protection;
        this.damages = List.copyOf(damages);
        this.unknownLists = List.copyOf(unknownLists);
        this.intact = intact;
        this.unmapping = unmapping;
    }

    public Protection protection() {
        return protection;
    }

    /// The damaged files, which are to be fetched again; the rest protects.
    public List<Damage> damages() {
        return damages;
    }

    /// The lists that were asked for and that the publication does not have, or no longer has.
    public List<String> unknownLists() {
        return unknownLists;
    }

    /// Whether the mapped files are the ones that were compared with their digests. If not, open the store again: what is
    /// damaged is left out then.
    public boolean isIntact() {
        return intact.getAsBoolean();
    }

    @Override
    public void close() {
        unmapping.run();
    }
}
