package bloomward.agent.confirm;

import bloomward.format.confirm.Category;
import bloomward.format.url.Scope;
import java.util.List;

/// The answer about a hit.
public sealed interface Confirmation {

    /// The list has it; the answer was proven.
    ///
    /// @param listings why it is listed, at least one
    record Confirmed(List<Listing> listings) implements Confirmation {

        public Confirmed {
            listings = List.copyOf(listings);
        }
    }

    /// A reason for which something is listed.
    record Listing(Scope scope, Category category) {}

    /// The list does not have it; the answer was proven.
    record Refuted() implements Confirmation {}

    /// No answer came.
    ///
    /// @param reason for a person
    record NoAnswer(String reason) implements Confirmation {}
}
