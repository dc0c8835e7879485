/// List text and people's wishes to the draft of a list, from which the next publication is made.
///
/// ```
/// list body -> feed -> Entry -> guard --> passed ---> staged --> FeedChange --> draft
///                                 |                                  |
///                                 +-> held, with its reason <--------+   a person releases or rejects: Holds
/// ```
///
/// In: bodies of lists, words of people, decisions about holds. Out: entries added to and removed from drafts, each
/// under a change with its actor; holds; and, for people, the changes of a draft ([bloomward.server.draft.DraftChanges]),
/// their summary ([bloomward.server.draft.DraftDiff]), entries that they look for ([bloomward.server.draft.search.EntrySearch]), the
/// digest that an approval names ([bloomward.server.draft.DraftDigests]), the reasons for which a URL is listed
/// ([bloomward.server.draft.search.Explainer]) and the contribution of each source ([bloomward.server.draft.search.SourceComparison]).
///
/// May import: `feed`, `feed.syntax`, `format`, `guard`, `shared`, `store`, `format.confirm`, `format.filter`, `format.io`, `format.key`,
/// `format.release`, `format.url`.
/// Called by: `admin`, `publish`, `serve`.
@NullMarked
package bloomward.server.draft;

import org.jspecify.annotations.NullMarked;
