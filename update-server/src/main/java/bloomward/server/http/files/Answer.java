package bloomward.server.http.files;

/// What there is at a public path.
public sealed interface Answer {

    /// These bytes.
    record Found(Payload payload) implements Answer {}

    /// It was there and has been replaced for good: ask for `latest` again.
    record Gone() implements Answer {}

    /// Nothing, or nothing yet.
    record Missing() implements Answer {}
}
