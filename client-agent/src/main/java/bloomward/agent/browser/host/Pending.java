package bloomward.agent.browser.host;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/// The requests that the agent has not answered yet. One thread.
///
/// The agent answers in the order of the requests. Only the events of a subscription come between.
final class Pending {

    /// More than any page asks for at once.
    static final int MAX = 4000;

    private final Deque<Waiting> all = new ArrayDeque<>();

    private static final class Waiting {

        final Envelope request;
        int lines;

        Waiting(Envelope request) {
            this.request = request;
            this.lines = request.answerLines();
        }
    }

    boolean isFull() {
        return all.size() == MAX;
    }

    void add(Envelope request) {
        all.add(new Waiting(request));
    }

    /// Assigns a line of the agent to the request that it answers.
    void answered(Envelope line) {
        Iterator<Waiting> waiting = all.iterator();
        while (waiting.hasNext()) {
            Waiting next = waiting.next();
            if (isAnswer(line, next.request)) {
                next.lines--;
                if (next.lines == 0 || line.isError()) {
                    waiting.remove();
                }
                return;
            }
        }
    }

    private static boolean isAnswer(Envelope line, Envelope request) {
        return request.isSubscription()
                ? line.isEvent() || (line.isError() && line.id().equals(request.id()))
                : !line.isEvent();
    }

    /// Forgets all requests.
    ///
    /// @return the ids of those that have one
    List<String> takeIds() {
        List<String> ids = new ArrayList<>();
        for (Waiting waiting : all) {
            if (waiting.request.id().isPresent()) {
                ids.add(waiting.request.id().get());
            }
        }
        all.clear();
        return ids;
    }
}
