package bloomward.server.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import bloomward.format.Digest;
import bloomward.program.text.Printable;
import bloomward.server.admin.Refusal.Code;
import bloomward.server.admin.view.TokenReports.NewToken;
import bloomward.server.admin.view.TokenReports.TokenView;
import bloomward.server.draft.Approvals;
import bloomward.server.publish.Publisher;
import bloomward.server.store.FlatJson;
import bloomward.server.store.ListRow;
import bloomward.server.store.PublicationTable.PendingRow;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import bloomward.server.store.TokenTable.TokenRow;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Tokens: making, revoking, and telling whose a shown one is. A token is 256 random bits, shown once and kept as its
/// SHA-256: there is nothing to guess, so a slow hash would only help an attacker who sends wrong ones.
public final class TokenAdmin {

    private static final int TOKEN_IN_BYTES = 32;
    /// So that a token is known for what it is where it should not be, in a log or a repository.
    private static final String PREFIX = "bw_";

    private final Desk desk;
    private final SecureRandom random;

    public TokenAdmin(PublisherStore store, SecureRandom random, Clock clock) {
        this.desk = new Desk(store, clock);
        this.random = random;
    }

    /// The owner of a token, unless it is unknown or revoked.
    ///
    /// @param sha256 of the token
    public Optional<Principal> authenticate(Digest sha256) throws IOException {
        // The database compares digests of secrets, so how long it takes says nothing about a secret.
        return desk.store()
                .read(tables -> tables.tokens().find(sha256))
                .filter(row -> row.revokedAt().isEmpty())
                .flatMap(row -> Role.labelled(row.role()).map(role -> new Principal(row.name(), role)));
    }

    public List<TokenView> tokens() throws IOException {
        return desk.store().read(tables -> tables.tokens().all()).stream().map(row -> view(row, "")).toList();
    }

    /// Makes a token for the owner of another. Where two people are asked for, both count as one.
    public TokenView create(Principal who, NewToken wanted) throws IOException, Refusal {
        return create(who, wanted, Optional.of(who.name()));
    }

    /// Makes a token on the machine: it counts as a person of its own.
    public TokenView createHere(Principal who, NewToken wanted) throws IOException, Refusal {
        return create(who, wanted, Optional.empty());
    }

    private TokenView create(Principal who, NewToken wanted, Optional<String> madeBy) throws IOException, Refusal {
        Role role = Role.labelled(wanted.role())
                .orElseThrow(() -> Desk.bad("role '" + Printable.beginningOf(wanted.role())
                        + "', possible: reader, editor, reviewer, publisher, admin"));
        if (!wanted.name().matches("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")) {
            throw Desk.bad("token name '" + Printable.beginningOf(wanted.name())
                    + "', possible: 1 to 64 letters, digits, '.', '_', '@' and '-'");
        }
        if (wanted.name().equals(Publisher.SERVER)) {
            throw Desk
                    .bad("token name '" + Publisher.SERVER + "': the log gives this name to the server's own actions");
        }
        byte[] secret = new byte[TOKEN_IN_BYTES];
        random.nextBytes(secret);
        String token = PREFIX + HexFormat.of().formatHex(secret);
        return desk.write(who, "token create", wanted.name() + " " + role.label(), tables -> {
            boolean isTaken = tables.tokens()
                    .all()
                    .stream()
                    .anyMatch(row -> row.name().equals(wanted.name()) && row.revokedAt().isEmpty());
            if (isTaken) {
                throw new Refusal(Code.NAME_TAKEN, "there is a token '" + wanted.name() + "' already");
            }
            TokenRow row = tables.tokens()
                    .create(new TokenRow(0, wanted.name(), role.label(), Digest.of(token.getBytes(UTF_8)), desk.now(),
                            Optional.empty(), madeBy));
            return view(row, token);
        });
    }

    /// Revokes a token. The approvals that it gave end with it, and so does a publication that waits for signatures and may be
    /// due to one of them: it has to be proposed again.
    public void revoke(Principal who, long id) throws IOException, Refusal {
        desk.write(who, "token revoke", Long.toString(id), tables -> {
            if (!tables.tokens().revoke(id, desk.now())) {
                throw new Refusal(Code.NO_SUCH_TOKEN, "there is no token " + id + " that is not revoked");
            }
            boolean mayApprove = tables.tokens()
                    .all()
                    .stream()
                    .anyMatch(token -> token.id() == id && Approvals.ROLES.contains(token.role()));
            if (mayApprove) {
                withdrawApproved(tables, who);
            }
            return true;
        });
    }

    private void withdrawApproved(Tables tables, Principal who) throws IOException {
        Set<Long> reviewed = tables.lists()
                .all()
                .stream()
                .filter(ListRow::needsReview)
                .map(ListRow::id)
                .collect(Collectors.toSet());
        Optional<PendingRow> pending = tables.publications()
                .pending()
                .filter(row -> row.versions().stream().anyMatch(version -> reviewed.contains(version.listId())));
        if (pending.isPresent()) {
            tables.publications().removePending();
            tables.audit()
                    .append(desk.now(), who.name(), "withdraw", Long.toString(pending.get().publication().sequence()),
                            FlatJson.EMPTY);
        }
    }

    private static TokenView view(TokenRow row, String token) {
        return new TokenView(row.id(), row.name(), row.role(), row.createdAt(), row.revokedAt().isPresent(),
                row.madeBy().orElse(""), token);
    }
}
