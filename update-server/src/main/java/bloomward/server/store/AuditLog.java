package bloomward.server.store;

import bloomward.format.Digest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The log of every action and its actor. It only grows, and each row holds a hash over itself and the one before: a
/// row that is changed, taken out or put between breaks the chain. Anyone with write access to the file can build a new
/// chain, so the head is worth noting elsewhere; the server logs it with every publication.
public interface AuditLog {

    /// @param subject what it was done to: a list, a token
    /// @param detail JSON
    AuditRow append(Instant at, String actor, String action, String subject, String detail) throws IOException;

    /// Rows from a number on.
    List<AuditRow> from(long number, int limit) throws IOException;

    /// The newest rows, the newest first.
    List<AuditRow> newest(int limit) throws IOException;

    /// Rows below a number, the newest first.
    ///
    /// @param choice of rows
    List<AuditRow> before(long number, Choice choice, int limit) throws IOException;

    /// A choice of rows; empty parts choose all.
    ///
    /// @param action as a whole, or its first word
    /// @param subject a part of the subject or of the detail
    record Choice(String actor, String action, String subject) {}

    /// The actor who did an action last, for each subject that it was done to.
    Map<String, String> lastActors(String action) throws IOException;

    /// Reads all of it and compares every hash.
    Verification verify() throws IOException;

    /// @param hash SHA-256 over the hash of the row before and all fields of this one
    record AuditRow(long number, Instant at, String actor, String action, String subject, String detail, Digest hash) {}

    /// The result of reading the log.
    sealed interface Verification {

        /// @param head the hash of the last row, which stands for all before
        record Intact(long rows, Digest head) implements Verification {}

        /// @param number the first row that does not fit
        record Broken(long number, String what) implements Verification {}
    }
}
