package bloomward.server.http.admin;

/// The methods that a route can have. `GET` changes nothing, ever; `HEAD` comes with it.
public enum Verb {
    GET, POST, PUT, DELETE
}
