package bloomward.server.cli.client;

import bloomward.server.admin.ListReports.ListView;
import bloomward.server.admin.OtherReports.AllowView;
import bloomward.server.admin.OtherReports.AuditView;
import bloomward.server.admin.OtherReports.FeedView;
import bloomward.server.admin.OtherReports.GuardView;
import bloomward.server.admin.OtherReports.HoldView;
import bloomward.server.admin.OtherReports.RootView;
import bloomward.server.admin.OtherReports.TokenView;
import bloomward.server.admin.PublishReports.PublicationView;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// Answers that consist of one array, as wrapped by the API, and the few requests without a record of their own.
public final class Answers {

    private Answers() {}

    public record Lists(@JsonProperty(required = true) List<ListView> lists) {}

    public record Allowed(@JsonProperty(required = true) List<AllowView> allowed) {}

    public record Publications(@JsonProperty(required = true) List<PublicationView> publications) {}

    public record Holds(@JsonProperty(required = true) List<HoldView> holds) {}

    public record Feeds(@JsonProperty(required = true) List<FeedView> feeds) {}

    public record Guards(@JsonProperty(required = true) List<GuardView> guards) {}

    public record Tokens(@JsonProperty(required = true) List<TokenView> tokens) {}

    public record AuditRows(@JsonProperty(required = true) List<AuditView> rows) {}

    public record Roots(@JsonProperty(required = true) List<RootView> roots) {}

    /// No content.
    record Nothing() {}

    record PlannedEntries(long plannedEntries) {}

    record Url(String url) {}
}
