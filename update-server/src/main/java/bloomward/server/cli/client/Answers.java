package bloomward.server.cli.client;

import bloomward.server.admin.view.FeedReports.FeedView;
import bloomward.server.admin.view.GuardView;
import bloomward.server.admin.view.ListReports.ListView;
import bloomward.server.admin.view.PublishReports.PublicationView;
import bloomward.server.admin.view.RootView;
import bloomward.server.admin.view.TokenReports.TokenView;
import bloomward.server.admin.view.UserReports.ReportOutcome;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// Answers that consist of one array, as wrapped by the API, and the few requests without a record of their own.
public final class Answers {

    private Answers() {}

    /// @param leaving deleted lists that agents have until the next publication
    public record Lists(@JsonProperty(required = true) List<ListView> lists, List<String> leaving) {}

    public record Publications(@JsonProperty(required = true) List<PublicationView> publications) {}

    public record Decided(@JsonProperty(required = true) List<ReportOutcome> outcomes) {}

    public record Feeds(@JsonProperty(required = true) List<FeedView> feeds) {}

    public record Guards(@JsonProperty(required = true) List<GuardView> guards) {}

    public record Tokens(@JsonProperty(required = true) List<TokenView> tokens) {}

    public record Roots(@JsonProperty(required = true) List<RootView> roots) {}

    /// No content.
    record Nothing() {}

    record Url(String url) {}
}
