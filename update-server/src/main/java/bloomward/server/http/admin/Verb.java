package bloomward.server.http.admin;

/// The methods of routes. `GET` never changes anything; `HEAD` comes with it.
public enum Verb {
    GET, POST, PUT, DELETE
}
