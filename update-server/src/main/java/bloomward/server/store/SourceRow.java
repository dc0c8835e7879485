package bloomward.server.store;

import bloomward.format.confirm.Category;
import java.util.Optional;

/// A source of a list's entries: a person, an imported file, a feed.
///
/// @param name unique in its list
/// @param category of its entries, if not the list's
public record SourceRow(long id, long listId, String name, SourceKind kind, Optional<Category> category) {}
