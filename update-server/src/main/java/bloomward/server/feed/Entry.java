package bloomward.server.feed;

import bloomward.format.url.Expression;

/// An entry of a list: an expression and its line.
///
/// @param outOfReach whether the line means more than the entry can match, because the expressions of a URL do not
///        reach that deep: subdomains of a host with more than twelve labels, pages below the ninth directory
/// @param line counted from 1
public record Entry(Expression expression, boolean outOfReach, long line) {}
