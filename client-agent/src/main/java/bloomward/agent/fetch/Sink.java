package bloomward.agent.fetch;

/// Where the bytes of a body go.
@FunctionalInterface
interface Sink {

    /// @throws FetchException `NOT_WRITTEN`
    void write(byte[] bytes, int length) throws FetchException;
}
