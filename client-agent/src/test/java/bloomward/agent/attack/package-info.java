/// Attacks, one class each: the power of a hostile line, a hostile mirror, a thief of keys or somebody at the disk over
/// an agent, and its limits.
///
/// ```
/// Publisher (the real server) <- HostileProxy (does the deed) <- Victim (the real HttpTransport, Updater, Store, UrlChecker)
/// ```
///
/// [bloomward.agent.attack.Scene] is the publication that all of them attack, [bloomward.agent.attack.Forgery] the
/// publication of a thief with its keys. Nobody changes the publication, so it is made once.
@NullMarked
package bloomward.agent.attack;

import org.jspecify.annotations.NullMarked;
