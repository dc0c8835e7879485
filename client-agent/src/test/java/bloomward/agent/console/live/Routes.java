package bloomward.agent.console.live;

import java.util.List;

/// The pages of the console, with a list `scam` that was published.
final class Routes {

    static final List<String> ALL = List.of("overview", "lists", "lists/scam", "lists/scam?tab=entries",
            "lists/scam?tab=versions", "lists/scam?tab=about", "lists/scam/compare?from=0&to=1", "lookup", "holds",
            "feeds", "allow", "reports", "audit", "access");

    private Routes() {}

    /// The name of a picture of a page.
    static String name(String route) {
        return route.replace("lists/scam", "list").replaceAll("\\?(tab=)?|[=&/]", "-");
    }
}
