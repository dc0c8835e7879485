package bloomward.agent.fetch;

import bloomward.agent.fetch.FetchException.Reason;
import bloomward.agent.fetch.Watch.Progress;
import bloomward.program.text.Printable;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Fetches the missing part of a file. The file is named by its digest, so the earlier beginning and the new rest
/// belong together, or the digest shows that they do not.
record Download(Connector connector, Clock clock, URI url, long length, PartialFile file) {

    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes ([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18}|\\*)");

    /// @return false if the server does not have it
    boolean run(Progress progress) throws FetchException {
        long have = file.size();
        if (have == length) {
            return true;
        }
        return from(have < length ? have : 0, progress);
    }

    private boolean from(long start, Progress progress) throws FetchException {
        Map<String, String> headers = start > 0 ? Map.of("Range", "bytes=" + start + "-") : Map.of();
        try (Exchange exchange = Exchange.send(connector, url, headers, progress)) {
            int status = exchange.status();
            if (status == 404 || status == 410) {
                return false;
            }
            if (status == 416 && start > 0) {
                return from(0, progress);
            }
            if (status == 206 && start > 0) {
                requireRange(exchange, start);
                take(exchange, start);
            } else if (status == 200) {
                take(exchange, 0);
            } else {
                throw exchange.notServed(clock);
            }
            return true;
        }
    }

    private void take(Exchange exchange, long start) throws FetchException {
        long announced = exchange.announced().orElse(length - start);
        if (announced < length - start) {
            throw new FetchException(Reason.NOT_SERVED,
                    exchange.where() + ": " + announced + " bytes from " + start + " on, but the file has " + length);
        }
        file.continueAt(start);
        long count = exchange.body(length - start, file);
        if (start + count < length) {
            throw new FetchException(Reason.NOT_REACHED,
                    exchange.where() + ": cut after " + (start + count) + " of " + length + " bytes");
        }
    }

    private void requireRange(Exchange exchange, long start) throws FetchException {
        String range = exchange.header("Content-Range").orElse("none");
        Matcher parts = CONTENT_RANGE.matcher(range);
        boolean fits = parts.matches() && Long.parseLong(parts.group(1)) == start
                && Long.parseLong(parts.group(2)) == length - 1
                && (parts.group(3).equals("*") || Long.parseLong(parts.group(3)) == length);
        if (!fits) {
            throw new FetchException(Reason.NOT_SERVED, exchange.where() + ": range " + Printable.beginningOf(range)
                    + ", requested was " + start + "-" + (length - 1) + "/" + length);
        }
    }
}
