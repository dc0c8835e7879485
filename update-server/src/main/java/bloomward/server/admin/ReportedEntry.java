package bloomward.server.admin;

import bloomward.format.url.Expression;
import bloomward.server.draft.Body;
import bloomward.server.draft.TypedEntries;
import bloomward.server.draft.UnreadableListException;
import bloomward.server.feed.FeedScope;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// The entry for a reported page, no wider than asked for: a site's first page stands for the host, any other page for itself
/// with any query, unless another scope is asked for.
///
/// @param word as a person would type it
/// @param scope in which it is meant
record ReportedEntry(Expression expression, String word, FeedScope scope) {

    /// @param page `host/path?query` in canonical form
    static ReportedEntry of(String page, FeedScope wanted) throws IOException, Refusal {
        int hostEnd = page.indexOf('/');
        boolean isFirstPage = hostEnd == page.length() - 1;
        FeedScope scope = wanted == FeedScope.AUTO ? isFirstPage ? FeedScope.HOST : FeedScope.PREFIX : wanted;
        String word = scope == FeedScope.HOST ? page.substring(0, hostEnd) : "http://" + page;
        Expression expected = new Expression(switch (scope) {
            case HOST -> page.substring(0, hostEnd + 1);
            case PREFIX, AUTO -> page;
            case EXACT -> " " + page;
        });
        try {
            Set<Expression> read = TypedEntries.expressions(List.of(word), scope);
            if (!read.equals(Set.of(expected))) { // a page whose letters mean something else in a list
                throw Desk.bad("this page cannot be entered as it is; use 'add', then reject the report");
            }
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
        return new ReportedEntry(expected, word, scope);
    }

    Body body() throws Refusal {
        try {
            return TypedEntries.body(List.of(word));
        } catch (UnreadableListException e) {
            throw EntryAdmin.unreadable(e);
        }
    }
}
