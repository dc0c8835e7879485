/// Notifications: tells people about conditions that last, by webhook and by mail.
///
/// ```
/// conditions of now -> Notifier -> Ledger (what lasts, what each way has told; kept in a file)
///                                    |  difference, once due
///                      Postman of each way -> Message -> webhook: signed JSON; mail: STARTTLS
/// ```
///
/// In: all conditions, once a minute. Out: few messages. There is no queue: a message is made of what is due when it can be
/// sent, so nothing piles up before a dead receiver, and nothing is lost by a restart.
///
/// A message goes to people outside, so it has names of lists and feeds, numbers and times: no URL, no entry, no text of a feed
/// or of a person. A receiver is not trusted: of its answer only the status is read.
///
/// May import: `config`, `format.io`, `program.http`, `program.text`, `com.fasterxml.jackson`, `io.micrometer`,
/// `jakarta.mail`, `org.slf4j`.
/// Called by: `cli.server`, `serve`.
@NullMarked
package bloomward.server.notify;

import org.jspecify.annotations.NullMarked;
