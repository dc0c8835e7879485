/// List text and people's wishes to the draft of a list: what the next publication would hold.
///
/// ```
/// list body -> feed -> Entry -> guard --> passed ---> staged --> FeedChange --> draft
///                                 |                                  |
///                                 +-> held, with its reason <--------+   a person releases or rejects: Holds
/// ```
///
/// In: bodies of lists, words of people, decisions about holds. Out: entries added to and removed from drafts, each under
/// a change that says who did it; holds; and, for people, what a draft would change ([bloomward.server.draft.DraftDiff])
/// and why a URL is listed ([bloomward.server.draft.Explainer]).
///
/// May import: `feed`, `guard`, `store`, `format.confirm`, `format.filter`, `format.io`, `format.key`, `format.url`.
/// Called by: `admin`, `publish`, `serve`.
@NullMarked
package bloomward.server.draft;

import org.jspecify.annotations.NullMarked;
