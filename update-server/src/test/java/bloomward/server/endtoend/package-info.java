/// The whole server from outside: a real one on loopback with a real folder, told what to do by its own command line, and
/// asked by HTTP what agents ask.
@NullMarked
package bloomward.server.endtoend;

import org.jspecify.annotations.NullMarked;
