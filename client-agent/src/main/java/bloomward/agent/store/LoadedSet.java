package bloomward.agent.store;

import bloomward.format.Digest;
import java.util.List;

/// A protection and the mappings under it, which closing takes away. Safe for all threads until then.
@SuppressWarnings("DoNotCallSuggester") // until it is built
public final class LoadedSet implements AutoCloseable {

    private final Protection protection;
    private final List<Damage> damages;

    /// A file that is not what it must be, or is not there.
    ///
    /// @param what in words: `list phishing, packed file`
    /// @param file its digest
    /// @param consequence what is weaker until it is fetched again
    public record Damage(String what, Digest file, String consequence) {}

    LoadedSet(Protection protection, List<Damage> damages) {
        this.protection = protection;
        this.damages = List.copyOf(damages);
    }

    public Protection protection() {
        return protection;
    }

    /// What was found damaged and is to be fetched again; the rest protects.
    public List<Damage> damages() {
        return damages;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
