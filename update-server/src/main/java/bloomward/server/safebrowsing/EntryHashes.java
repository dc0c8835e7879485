package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.format.key.FullHash;
import bloomward.format.key.FullHasher;
import bloomward.format.url.Expression;
import bloomward.format.url.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The full hashes that one expression gives to a version of a list.
///
/// @param isCovered whether all of its pages are allowed; it gives none then
/// @param isExact whether it lists one page alone
/// @param own of the expression as it is; nothing where the protocol cannot say it
/// @param others of its other spellings
record EntryHashes(boolean isCovered, boolean isExact, Optional<byte[]> own, List<byte[]> others) {

    static EntryHashes of(String text, boolean isCovered, FullHasher hasher) {
        Expression expression = new Expression(text);
        boolean isExact = expression.scope() == Scope.EXACT;
        if (isCovered) {
            return new EntryHashes(true, isExact, Optional.empty(), List.of());
        }
        Optional<byte[]> own = isExact ? Optional.empty() : Optional.of(hash(text, hasher));
        List<byte[]> others = new ArrayList<>();
        for (String spelling : Spellings.of(expression)) {
            if (!spelling.equals(text)) {
                others.add(hash(spelling, hasher));
            }
        }
        return new EntryHashes(false, isExact, own, others);
    }

    static byte[] hash(String text, FullHasher hasher) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        byte[] hash = new byte[FullHash.SIZE_IN_BYTES];
        hasher.hash(bytes, 0, bytes.length, hash);
        return hash;
    }

    /// Whether clients hash it in more ways than one.
    boolean isSpelled() {
        return others.size() > (isExact ? 1 : 0);
    }
}
