/// The ways in which clients of Safe Browsing make texts of a URL and hash them, each written from its documentation and from
/// nothing of ours: what one of them looks for must be among the spellings that an entry has.
@NullMarked
package bloomward.server.safebrowsing.rules;

import org.jspecify.annotations.NullMarked;
