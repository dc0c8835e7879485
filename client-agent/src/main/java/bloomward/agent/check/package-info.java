/// Turns a URL into a [bloomward.agent.check.Verdict].
///
/// ```
///            canonical form, expressions                       2 in 100,000 go on
/// URL -> url ---------------------------> key -> flat -> packed ----------------> allow -> confirm -> Verdict
///             cannot be judged: Unknown      |      |                              |         |
///                                            +------+-> Clean                 Allowed    Listed, or Clean
/// ```
///
/// In: bytes, a [bloomward.agent.store.Protection], the policy. Out: a verdict and how fresh it is. A URL that no
/// filter finds is never sent anywhere, in any form.
///
/// May import: `confirm`, `format`, `store`, `format.confirm`, `format.file`, `format.key`, `format.lookup`,
/// `format.release`, `format.sign`, `format.url`.
/// Called by: `cli.agent`, `cli.browser`, `cli.check`, `doctor`, `service`, `socket`, `socket.message`.
@NullMarked
package bloomward.agent.check;

import org.jspecify.annotations.NullMarked;
