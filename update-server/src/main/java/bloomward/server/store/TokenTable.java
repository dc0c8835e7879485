package bloomward.server.store;

import bloomward.format.Digest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The tokens with which people and programs ask. A token is kept as its SHA-256 only: it has 256 random bits, so a
/// slow hash would add nothing.
public interface TokenTable {

    /// @param row its id is ignored
    TokenRow create(TokenRow row) throws IOException;

    /// The token of this digest, also when it is revoked.
    Optional<TokenRow> find(Digest sha256) throws IOException;

    List<TokenRow> all() throws IOException;

    /// @return whether there was one that was not revoked yet
    boolean revoke(long id, Instant at) throws IOException;

    /// @param name of its user, unique among those not revoked
    /// @param role as the publishing rules name it
    /// @param madeBy name of the token with which it was made, if it was made with one
    record TokenRow(long id, String name, String role, Digest sha256, Instant createdAt, Optional<Instant> revokedAt,
            Optional<String> madeBy) {}
}
