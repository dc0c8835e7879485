package bloomward.agent.publisher;

import bloomward.format.testing.SetClock;

/// One [Publisher] for all tests that publish nothing: one list, `phishing`, with `evil.example`, published at the time at which
/// a [SetClock] begins. A test that stops it starts it again.
public final class SharedPublisher extends OncePerRun<Publisher> {

    public SharedPublisher() {
        super(Publisher.class,
                folder -> Publisher.start(folder.resolve("server"), new SetClock())
                        .list("phishing")
                        .add("phishing", "evil.example")
                        .publish());
    }
}
