package bloomward.server.feed;

/// Receives the entries of a list, each once, in the order of their lines.
@FunctionalInterface
public interface EntrySink {

    void accept(Entry entry);
}
