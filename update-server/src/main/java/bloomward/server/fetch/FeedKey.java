package bloomward.server.fetch;

import java.util.Optional;

/// The key that a publisher issues to each of its users. A definition only names the file of the key, because
/// definitions are shared.
///
/// @param header the header that carries it; without one, the key replaces `{key}` in the URL
/// @param file the name of a file in the folder of secrets that holds only the key
public record FeedKey(Optional<String> header, String file) {}
