/// URL to [bloomward.agent.check.Verdict].
///
/// ```
///            canonical form, expressions                       2 in 100,000 go on
/// URL -> url ---------------------------> key -> flat -> packed ----------------> allow -> confirm -> Verdict
///             cannot be judged: Unknown      |      |                              |         |
///                                            +------+-> Clean                 Allowed    Listed, or Clean
/// ```
///
/// In: bytes, a [bloomward.agent.store.Protection], the policy. Out: a verdict and how fresh it is. Nothing is sent for
/// what no filter finds.
///
/// May import: `store`, `confirm`. Called by: `socket`, `service`, `doctor`, `cli`.
@NullMarked
package bloomward.agent.check;

import org.jspecify.annotations.NullMarked;
