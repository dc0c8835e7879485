package bloomward.format.sign;

import java.util.Set;

/// A value signed by enough trusted keys. Only [TrustedKeys#verify] creates one, so a method that takes one cannot be
/// given anything else. Signed does not mean harmless: every field is still checked when the value is read.
///
/// @param <T> the value
public final class Verified<T> {

    private final T value;
    private final Set<VerifierKey> signers;

    /// A reader of a verified value.
    ///
    /// @param <T> the value
    /// @param <R> the result
    /// @param <E> its exception
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

    /// The trusted keys that signed, at least as many as required.
    public Set<VerifierKey> signers() {
        return signers;
    }

    /// The result of a reader, as verified as the value itself: for example, a text becomes a manifest.
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
