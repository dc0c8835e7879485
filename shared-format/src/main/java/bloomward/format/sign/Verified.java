package bloomward.format.sign;

import java.util.Set;

/// Something that enough trusted keys have signed. Only [TrustedKeys#verify] makes one, so a method that takes one
/// cannot be given anything else. Signed is not harmless: whoever reads the value still checks its every field.
///
/// @param <T> the value
public final class Verified<T> {

    private final T value;
    private final Set<VerifierKey> signers;

    /// Makes something of a verified value.
    ///
    /// @param <T> the value
    /// @param <R> what is made of it
    /// @param <E> what can go wrong
    @FunctionalInterface
    public interface Reader<T, R, E extends Exception> {
        R read(T value) throws E;
    }

    private Verified(T value, Set<VerifierKey> signers) {
        this.value = value;
        this.signers = Set.copyOf(signers);
    }

    static Verified<String> of(String text, Set<VerifierKey> signers) {
        return new Verified<>(text, signers);
    }

    public T value() {
        return value;
    }

    /// The trusted keys that signed, at least as many as were needed.
    public Set<VerifierKey> signers() {
        return signers;
    }

    /// What a reader makes of the value, as verified as the value is: text to manifest.
    ///
    /// @param reader depends on nothing but the value
    public <R, E extends Exception> Verified<R> map(Reader<? super T, ? extends R, E> reader) throws E {
        return new Verified<>(reader.read(value), signers);
    }

    @Override
    public String toString() {
        return "verified by " + signers + ": " + value;
    }
}
