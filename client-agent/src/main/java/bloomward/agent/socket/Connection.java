package bloomward.agent.socket;

import bloomward.agent.socket.RequestException.Code;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/// A program that is connected: answers its lines one after the other, on a virtual thread of its own.
///
/// A program that subscribed has a second thread, which brings it the news; `writing` keeps the lines of both whole. News
/// are not kept: what waits is only how often there were some, and each time the status of that moment is sent, so the last
/// line is always the newest.
final class Connection implements AutoCloseable {

    private static final int NEWS_THAT_MAY_WAIT = 16;
    private static final long SLOW_MICROS = 10_000;

    private final Stream stream;
    private final Connections all;
    private final LocalApi api;
    private final Thread thread = Thread.ofVirtual().name("connection").unstarted(this::serve);
    private final Thread newsThread = Thread.ofVirtual().name("news").unstarted(this::bringNews);
    private final ReentrantLock writing = new ReentrantLock();
    private final Semaphore news = new Semaphore(0);
    private volatile Optional<Subscription> subscription = Optional.empty();

    /// @param id with which it wants to hear the news
    private record Subscription(Optional<RequestId> id) {}

    private interface Writing {

        void to(Answers answers) throws IOException;
    }

    Connection(Stream stream, Connections all, LocalApi api) {
        this.stream = stream;
        this.all = all;
        this.api = api;
    }

    void start() {
        thread.start();
    }

    private void serve() {
        try (stream) {
            answerLines();
        } catch (IOException | InterruptedException _) {
            // The program is gone, or this connection is to end: no reader is left.
        } finally {
            all.remove(this);
            newsThread.interrupt();
        }
    }

    private void answerLines() throws IOException, InterruptedException {
        LineReader lines = new LineReader(stream.in(), all.longLines(this));
        try {
            Optional<byte[]> line = lines.next();
            while (line.isPresent()) {
                answer(line.get());
                line = lines.next();
            }
        } catch (RequestException e) {
            write(Optional.empty(), answers -> answers.error(e)); // where its next line would begin is unknown
        }
    }

    /// The loop that must survive: what fails here fails for this request.
    private void answer(byte[] line) throws IOException, InterruptedException {
        Optional<RequestId> id = Optional.empty();
        try {
            JsonObject json = JsonObject.parse(line);
            id = RequestId.of(json);
            answer(Request.of(json), id);
        } catch (RequestException e) {
            write(id, answers -> answers.error(e));
        } catch (RuntimeException e) {
            all.failed(e);
            RequestException failed = new RequestException(Code.FAILED, "the agent failed; its log says more");
            write(id, answers -> answers.error(failed));
        }
    }

    private void answer(Request request, Optional<RequestId> id)
            throws IOException, InterruptedException, RequestException {
        switch (request) {
            case Request.Check check -> {
                LocalApi.Checks checks = api.checks(check.options());
                write(id, answers -> {
                    for (String url : check.urls()) {
                        CheckAnswer answer = checks.check(url);
                        answers.check(answer);
                        if (answer.elapsedMicros() > SLOW_MICROS) {
                            answers.flush(); // the answer to a slow URL does not wait for the others
                        }
                    }
                });
            }
            case Request.Status _ -> write(id, answers -> answers.status(api.status()));
            case Request.Update _ -> {
                AgentStatus.PastPoll poll = api.update();
                write(id, answers -> answers.poll(poll));
            }
            case Request.Subscribe _ -> {
                if (isSubscribed()) {
                    throw new RequestException(Code.REQUEST, "op: subscribed already");
                }
                subscription = Optional.of(new Subscription(id));
                tellNews();
                newsThread.start();
            }
        }
    }

    private void bringNews() {
        try (stream) {
            while (true) {
                news.acquire();
                Optional<RequestId> id = subscription.flatMap(Subscription::id);
                write(id, answers -> answers.news(api.status()));
            }
        } catch (IOException | InterruptedException _) {
            // As above.
        } catch (RuntimeException e) {
            all.failed(e);
        }
    }

    /// Announces news to a subscriber. Never waits: a program that does not read is dropped.
    void tellNews() {
        if (isSubscribed()) {
            news.release();
            if (news.availablePermits() > NEWS_THAT_MAY_WAIT) {
                close();
            }
        }
    }

    private void write(Optional<RequestId> id, Writing what) throws IOException {
        writing.lock();
        try (Answers answers = new Answers(stream.out(), id)) {
            what.to(answers);
        } finally {
            writing.unlock();
        }
    }

    boolean isSubscribed() {
        return subscription.isPresent();
    }

    /// Since when it has been the program's turn, as a number that grows with time; empty while it is ours.
    Optional<Long> waitingSince() {
        return stream.waitingSince();
    }

    /// Ends it, from anywhere, whatever it is doing.
    @Override
    public void close() {
        stream.close();
        thread.interrupt();
    }
}
