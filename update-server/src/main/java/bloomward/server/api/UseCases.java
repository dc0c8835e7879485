package bloomward.server.api;

import bloomward.server.admin.AllowAdmin;
import bloomward.server.admin.AuditAdmin;
import bloomward.server.admin.DeletionAdmin;
import bloomward.server.admin.DraftAdmin;
import bloomward.server.admin.EntryAdmin;
import bloomward.server.admin.FeedAdmin;
import bloomward.server.admin.GuardAdmin;
import bloomward.server.admin.HoldAdmin;
import bloomward.server.admin.ListAdmin;
import bloomward.server.admin.PublishAdmin;
import bloomward.server.admin.ReportAdmin;
import bloomward.server.admin.RetentionAdmin;
import bloomward.server.admin.ReviewAdmin;
import bloomward.server.admin.RootAdmin;
import bloomward.server.admin.ServerAdmin;
import bloomward.server.admin.TokenAdmin;
import bloomward.server.admin.UrlImports;
import bloomward.server.event.Events;
import bloomward.server.history.History;
import bloomward.server.job.Jobs;
import bloomward.server.publish.Published;
import java.nio.file.Path;
import java.util.function.Supplier;

/// All use cases of the Admin API.
///
/// @param published the current publication
/// @param scratch folder for received bodies
public record UseCases(ListAdmin lists, DeletionAdmin deletions, DraftAdmin drafts, EntryAdmin entries,
        UrlImports addresses, AllowAdmin allowed, HoldAdmin holds, ReportAdmin reports, PublishAdmin publications,
        FeedAdmin feeds, GuardAdmin guards, TokenAdmin tokens, AuditAdmin audit, RetentionAdmin retention,
        RootAdmin roots, ServerAdmin servers, ReviewAdmin reviews, History history, Jobs jobs, Events events,
        StandingSource standing, Supplier<Published> published, Path scratch) {}
