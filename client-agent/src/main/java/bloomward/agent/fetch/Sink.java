package bloomward.agent.fetch;

/// A receiver of the bytes of a body.
@FunctionalInterface
interface Sink {

    /// @throws FetchException `NOT_WRITTEN`
    void write(byte[] bytes, int length) throws FetchException;
}
