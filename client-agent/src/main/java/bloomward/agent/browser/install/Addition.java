package bloomward.agent.browser.install;

import java.util.List;

/// A member that is put into a JSON file of others.
///
/// @param path its name, behind the names of the objects around it
record Addition(List<String> path, Json value) {

    Addition {
        path = List.copyOf(path);
    }

    /// Whether the member is about our extension only, so that its value is ours whatever it is.
    boolean isOursAlone() {
        return path.contains(Deployment.ADD_ON);
    }

    Json.Members json() {
        return Json.object().with("path", Json.of(path)).with("value", value);
    }
}
