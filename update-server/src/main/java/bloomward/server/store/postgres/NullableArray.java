package bloomward.server.store.postgres;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An argument that is an array, of which some elements have no value.
///
/// @param type of its elements, as PostgreSQL names it
record NullableArray(String type, List<? extends Optional<?>> elements) {

    Array of(Connection connection) throws SQLException {
        @Nullable
        Object[] all = new @Nullable Object[elements.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = elements.get(i).orElse(null);
        }
        return connection.createArrayOf(type, all);
    }
}
