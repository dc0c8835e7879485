package bloomward.agent.socket;

import bloomward.agent.browser.ConnectedBrowser;
import bloomward.agent.crowd.MemoryBudget;
import bloomward.agent.crowd.MemoryBudget.Grant;
import bloomward.agent.crowd.Peer;
import bloomward.agent.crowd.Turns;
import bloomward.agent.report.Report;
import bloomward.agent.report.ReportKind;
import bloomward.agent.socket.message.AgentStatus;
import bloomward.agent.socket.message.Answers;
import bloomward.agent.socket.message.CheckAnswer;
import bloomward.agent.socket.message.Exemption;
import bloomward.agent.socket.message.JsonObject;
import bloomward.agent.socket.message.ReportAnswer;
import bloomward.agent.socket.message.ReportLine;
import bloomward.agent.socket.message.Request;
import bloomward.agent.socket.message.RequestException;
import bloomward.agent.socket.message.RequestException.Code;
import bloomward.agent.socket.message.RequestId;
import bloomward.format.url.Expression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/// A program that is connected: answers its lines one after the other, on a virtual thread of its own.
///
/// A line is read only as far as there is memory for it, and the next one when all answers to it are taken.
///
/// A program that subscribed has a second thread, which brings it the news; `writing` keeps the lines of both whole. News
/// are not kept: what waits is only how often there were some, and each time the status of that moment is sent, so the last
/// line is always the newest.
final class Connection implements MemoryBudget.Holder, AutoCloseable {

    private static final int NEWS_THAT_MAY_WAIT = 16;
    private static final long SLOW_MICROS = 10_000;
    /// Virtual threads take turns only where they wait, and an answer need not.
    private static final long TURN_NANOS = 100_000;

    private final Stream stream;
    private final Peer peer;
    private final Connections all;
    private final LocalApi api;
    private final Thread thread = thread("connection", this::serve);
    private final ReentrantLock writing = new ReentrantLock();
    private final Semaphore news = new Semaphore(0);
    private volatile Optional<Subscription> subscription = Optional.empty();
    private volatile Optional<ConnectedBrowser> browser = Optional.empty();

    /// @param id with which it wants to hear the news
    /// @param thread brings them
    private record Subscription(Optional<RequestId> id, Thread thread) {}

    private interface Writing {

        void to(Answers answers) throws IOException;
    }

    Connection(Stream stream, Peer peer, Connections all, LocalApi api) {
        this.stream = stream;
        this.peer = peer;
        this.all = all;
        this.api = api;
    }

    private Thread thread(String name, Runnable work) {
        return Thread.ofVirtual().name(name).uncaughtExceptionHandler((_, e) -> all.failed(e)).unstarted(work);
    }

    void start() {
        thread.start();
    }

    private void serve() {
        try (stream; Grant memory = all.memory().open(this)) {
            answerLines(memory);
        } catch (IOException | InterruptedException _) {
            // The program is gone, or this connection is to end: no reader is left.
        } finally {
            all.remove(this);
            subscription.ifPresent(s -> s.thread().interrupt());
        }
    }

    private void answerLines(Grant memory) throws IOException, InterruptedException {
        LineReader lines = new LineReader(stream.in(), length -> require(memory, Request.memoryFor(length)));
        try {
            Optional<ByteBuffer> line = lines.next();
            while (line.isPresent()) {
                stream.turnIsOurs();
                answer(line.get(), memory);
                if (lines.isSmall()) {
                    memory.giveBack();
                }
                stream.turnIsTheirs(lines.hasBegun());
                line = lines.next();
            }
        } catch (RequestException e) {
            refuse(e); // where its next line would begin is unknown
        }
    }

    private static void require(Grant memory, long bytes) throws RequestException, InterruptedException {
        if (!memory.raiseTo(bytes)) {
            throw Refusal.busy();
        }
    }

    /// The loop that must survive: what fails here fails for this request.
    private void answer(ByteBuffer line, Grant memory) throws IOException, InterruptedException {
        Optional<RequestId> id = Optional.empty();
        try {
            require(memory, Request.memoryFor(line.remaining()));
            JsonObject json = all.turns().take(peer, () -> JsonObject.parse(line, Request.MAX_VALUES));
            id = RequestId.of(json);
            answer(Request.of(json), id);
        } catch (RequestException e) {
            if (e.code() == Code.BUSY) {
                refuse(e);
            } else {
                write(id, answers -> answers.error(e));
            }
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
                write(id, answers -> check(check.urls(), checks, answers));
            }
            case Request.Status _ -> write(id, answers -> answers.status(status()));
            case Request.Update _ -> {
                AgentStatus.PastPoll poll = api.update();
                write(id, answers -> answers.poll(poll));
            }
            case Request.Subscribe _ -> {
                if (isSubscribed()) {
                    throw new RequestException(Code.REQUEST, "op: subscribed already");
                }
                Subscription made = new Subscription(id, thread("news", this::bringNews));
                subscription = Optional.of(made);
                tellNews();
                made.thread().start();
            }
            case Request.Hello hello -> {
                browser = Optional.of(new ConnectedBrowser(hello.browser(), hello.extension(), hello.rung(),
                        all.now().truncatedTo(ChronoUnit.SECONDS)));
                write(id, answers -> answers.welcome(api.browsers().welcome(), status()));
            }
            case Request.Except(String list, Expression expression) -> {
                Exemption exemption = api.browsers().except(list, expression);
                write(id, answers -> answers.exemption(exemption));
            }
            case Request.ReportUrl(ReportKind kind, String url, String comment, boolean isPreview) -> {
                ReportAnswer answer = report(api.browsers().report(kind, url, comment), isPreview);
                write(id, answers -> answers.report(answer));
            }
            case Request.Reports _ -> {
                List<ReportLine> reports = api.browsers().reports(peer);
                write(id, answers -> answers.reports(reports));
            }
        }
    }

    private ReportAnswer report(Report report, boolean isPreview) throws RequestException {
        if (isPreview) {
            return new ReportAnswer(report, Optional.empty());
        }
        ReportLine sent = api.browsers().send(report, peer);
        return new ReportAnswer(report, Optional.of(new ReportAnswer.Filed(sent.number(), sent.state())));
    }

    /// The status with the browsers of this user only.
    private AgentStatus status() {
        return api.status().with(all.browsersOf(peer));
    }

    private static void check(List<String> urls, LocalApi.Checks checks, Answers answers) throws IOException {
        long turn = System.nanoTime();
        for (String url : urls) {
            CheckAnswer answer = checks.check(url);
            answers.check(answer);
            if (answer.elapsedMicros() > SLOW_MICROS) {
                answers.flush(); // the answer to a slow URL does not wait for the others
            }
            if (System.nanoTime() - turn > TURN_NANOS) {
                Turns.pass();
                turn = System.nanoTime();
            }
        }
    }

    private void bringNews() {
        try (stream; Grant memory = all.memory().open(this)) {
            while (true) {
                news.acquire();
                if (!memory.raiseTo(Request.MEMORY_FOR_NEWS)) {
                    return;
                }
                Optional<RequestId> id = subscription.flatMap(Subscription::id);
                write(id, answers -> answers.news(status()));
                memory.giveBack();
            }
        } catch (IOException | InterruptedException _) {
            // As above.
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

    private void write(Optional<RequestId> id, Writing what) throws IOException, InterruptedException {
        writing.lock(); // before the turn: the thread that has it may be away, and come back for a turn
        try {
            all.turns().take(peer, () -> {
                try (Answers answers = new Answers(stream.out(), id)) {
                    what.to(answers);
                }
                return true;
            });
        } finally {
            writing.unlock();
        }
    }

    /// Writes an error for which there need not be any memory.
    private void refuse(RequestException e) throws IOException {
        writing.lock();
        try {
            stream.out().write(Refusal.line(e));
        } finally {
            writing.unlock();
        }
    }

    /// The browser that introduced itself, if one did.
    Optional<ConnectedBrowser> browser() {
        return browser;
    }

    boolean isSubscribed() {
        return subscription.isPresent();
    }

    @Override
    public Peer peer() {
        return peer;
    }

    @Override
    public Optional<Long> waitingSince() {
        return stream.waitingSince();
    }

    /// Ends it if the program is too slow.
    ///
    /// @return the time within which it cannot become too slow
    Duration dropIfOverdue() {
        Duration left = stream.timeLeft();
        if (left.isNegative()) {
            close();
            return Stream.PIECE_TIME;
        }
        return left;
    }

    @Override
    public void drop() {
        close();
    }

    /// Ends it, from anywhere, whatever it is doing.
    @Override
    public void close() {
        stream.close();
        thread.interrupt();
    }
}
