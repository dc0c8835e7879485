package bloomward.agent.attack;

import bloomward.agent.attack.Scene.Role;
import bloomward.format.FormatException;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.SigningKey;
import bloomward.format.sign.TrustedKeys;
import bloomward.format.wire.PublicPath.RootNote;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Roots behind the first one, as made by a holder of root keys. Each begins as a copy of the one before, under the
/// next number.
final class Roots {

    private final Map<Long, SignedNote> notes = new HashMap<>();
    private Root last;
    private List<SigningKey> keys;

    private Roots(Root first, List<SigningKey> keys) {
        this.last = first;
        this.keys = keys;
    }

    /// Changes a root before it is signed.
    @FunctionalInterface
    interface Change {
        Root of(Root copy) throws Exception;
    }

    static Roots of(Scene scene) throws Exception {
        return new Roots(scene.root(), List.of(scene.key(Role.ROOT)));
    }

    /// Roots behind that one; their signers are to be named.
    static Roots after(Root root) {
        return new Roots(root, List.of());
    }

    static SigningKey key(String name) throws FormatException {
        return SigningKey.generate(name, new SecureRandom());
    }

    static TrustedKeys trusted(int threshold, SigningKey... keys) throws FormatException {
        return TrustedKeys.of(threshold, Arrays.stream(keys).map(SigningKey::verifierKey).toList());
    }

    Root last() {
        return last;
    }

    SignedNote note(long version) {
        return Optional.ofNullable(notes.get(version)).orElseThrow();
    }

    /// The next root, unchanged but for its number.
    SignedNote next() throws Exception {
        return next(copy -> copy);
    }

    /// The next root, signed by those who sign now.
    SignedNote next(Change change) throws Exception {
        Root next = change.of(numbered(last, last.version() + 1));
        SignedNote note = SignedNote.sign(next.toText(), keys);
        notes.put(next.version(), note);
        last = next;
        return note;
    }

    /// From now on these sign.
    Roots signedBy(SigningKey... others) {
        keys = List.of(others);
        return this;
    }

    /// So many further roots.
    Roots extend(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            next();
        }
        return this;
    }

    /// Has these roots, and no others.
    HostileProxy.Deed deed() {
        return (question, honest) -> question.path() instanceof RootNote root && notes.containsKey(root.version())
                ? Answer.of(notes.get(root.version()).toBytes())
                : Answer.missing();
    }

    static Root numbered(Root root, long version) {
        return new Root(root.origin(), version, root.issued(), root.expires(), root.roots(), root.publishers(),
                root.timestamp(), root.addresses());
    }

    static Root valid(Root root, Instant issued, Duration validity) {
        return new Root(root.origin(), root.version(), issued, issued.plus(validity), root.roots(), root.publishers(),
                root.timestamp(), root.addresses());
    }

    static Root roots(Root root, TrustedKeys keys) {
        return new Root(root.origin(), root.version(), root.issued(), root.expires(), keys, root.publishers(),
                root.timestamp(), root.addresses());
    }

    static Root publishers(Root root, TrustedKeys keys) {
        return new Root(root.origin(), root.version(), root.issued(), root.expires(), root.roots(), keys,
                root.timestamp(), root.addresses());
    }

    static Root timestamp(Root root, SigningKey key) {
        return new Root(root.origin(), root.version(), root.issued(), root.expires(), root.roots(), root.publishers(),
                key.verifierKey(), root.addresses());
    }
}
