package bloomward.server.http.files;

/// The answer for a public path.
public sealed interface Answer {

    /// These bytes.
    record Found(Payload payload) implements Answer {}

    /// Content that was replaced and will not return: ask for `latest` again.
    record Gone() implements Answer {}

    /// The content cannot be had now: come again later.
    record Busy() implements Answer {}

    /// No content, or none yet.
    record Missing() implements Answer {}
}
