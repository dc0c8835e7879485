/// What `bloomward check` does between an input and a line of output.
///
/// ```
/// bytes -> Judge (the mapped store, a file, or the running agent) -> Verdict -> Results -> lines
/// ```
///
/// In: the bytes of a URL. Out: a line in one of five forms. A million of them take about a second, so what is written a
/// million times is written as bytes ([bloomward.agent.cli.check.JsonResults]).
///
/// May import: `check`, `store`, `socket`. Called by: `cli` alone, of which it knows nothing.
@NullMarked
package bloomward.agent.cli.check;

import org.jspecify.annotations.NullMarked;
