package bloomward.server.draft;

import bloomward.format.Digest;
import bloomward.server.store.Approval;
import bloomward.server.store.ListRow;
import bloomward.server.store.Tables;
import bloomward.server.store.TokenTable.TokenRow;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The approvals of a draft that count: of tokens that are not revoked since, and that still have the role. A new token of
/// the same name does not bring the approval of an old one back.
public final class Approvals {

    /// The roles that may approve, as tokens name them.
    public static final Set<String> ROLES = Set.of("reviewer", "publisher", "admin");

    private Approvals() {}

    /// The names behind the approvals of a draft, the oldest first.
    public static List<String> of(Tables tables, ListRow list, Digest draft) throws IOException {
        return since(tables, list, draft, Instant.MIN);
    }

    /// Only those that were given then or later.
    public static List<String> since(Tables tables, ListRow list, Digest draft, Instant time) throws IOException {
        List<Approval> given = tables.lists().approvals(list.id(), draft);
        if (given.isEmpty()) {
            return List.of();
        }
        Map<Long, TokenRow> tokens = new HashMap<>();
        tables.tokens().all().forEach(token -> tokens.put(token.id(), token));
        List<String> names = new ArrayList<>();
        for (Approval approval : given) {
            TokenRow token = tokens.get(approval.tokenId());
            if (!approval.at().isBefore(time) && token != null && token.revokedAt().isEmpty()
                    && ROLES.contains(token.role())) {
                names.add(token.name());
            }
        }
        return names;
    }
}
