package bloomward.server.fetch;

import java.util.Optional;

/// The key that a publisher gives to each of its users. A definition only says where the key lies, because definitions
/// are passed on.
///
/// @param header in which it is sent; without one it stands in the URL, in place of `{key}`
/// @param file its name in the folder of secrets; the file holds the key and nothing else
public record FeedKey(Optional<String> header, String file) {}
