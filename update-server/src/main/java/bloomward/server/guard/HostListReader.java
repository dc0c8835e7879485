package bloomward.server.guard;

import bloomward.format.io.GzipMembers;
import bloomward.program.text.Printable;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipException;

/// Reads published lists of hosts, plain or gzip:
///
/// ```
/// google.com                        a host a line; what follows a # is a comment
/// 1,google.com                      rank and host: Tranco, Umbrella
/// GlobalRank,TldRank,Domain,...     a header that names the column of hosts: Majestic, Cloudflare Radar
/// ```
///
/// These lists are the operator's, so a line that is not a host is an error and not skipped: a guard must not silently
/// guard less. Names that no URL can have are skipped in top lists, which count the queries of resolvers.
final class HostListReader {

    private static final List<String> COLUMN_NAMES = List.of("domain", "host", "hostname", "origin");

    private static final int MAX_LINE = 64 * 1024;
    /// Inflated; a top list of a million hosts has room in it.
    private static final long MAX_CHARACTERS = 100L << 20;

    private final Hosts canonical = new Hosts();
    private final List<String> hosts = new ArrayList<>();
    private int column = -1;
    private boolean plain;
    private long passedOver;

    private HostListReader() {}

    /// @param limit the maximum number of hosts to take, from the top
    static HostList read(InputStream in, int limit) throws IOException, GuardDataException {
        return read(in, limit, MAX_CHARACTERS);
    }

    /// @param maxCharacters inflated
    static HostList read(InputStream in, int limit, long maxCharacters) throws IOException, GuardDataException {
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit);
        }
        var reader = new HostListReader();
        try (var lines = new BufferedReader(new InputStreamReader(inflated(in), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            long left = maxCharacters;
            for (long number = 1; reader.hosts.size() < limit && readLine(lines, line, number); number++) {
                left -= line.length() + 1;
                if (left < 0) {
                    throw new GuardDataException(number, "the list is longer than " + maxCharacters + " characters");
                }
                reader.take(number, number == 1 ? withoutMark(line.toString()) : line.toString());
            }
        } catch (ZipException e) {
            throw new GuardDataException(String.valueOf(e.getMessage()));
        }
        if (reader.hosts.isEmpty() || reader.passedOver > reader.hosts.size()) {
            throw new GuardDataException(
                    "not a list of hosts: " + reader.hosts.size() + " hosts and " + reader.passedOver + " other lines");
        }
        return HostList.ofCanonical(reader.hosts.stream());
    }

    /// Reads a line of bounded length, as [BufferedReader#readLine] does not.
    ///
    /// @return whether there was one
    private static boolean readLine(Reader in, StringBuilder line, long number) throws IOException, GuardDataException {
        line.setLength(0);
        int c = in.read();
        boolean isThere = c >= 0;
        while (c >= 0 && c != '\n') {
            if (line.length() == MAX_LINE) {
                throw new GuardDataException(number, "longer than " + MAX_LINE + " characters");
            }
            line.append((char) c);
            c = in.read();
        }
        return isThere;
    }

    private void take(long number, String line) throws GuardDataException {
        int comment = line.indexOf('#');
        String text = (comment < 0 ? line : line.substring(0, comment)).strip();
        if (text.isEmpty()) {
            return;
        }
        String[] fields = text.split(",", -1);
        if (column < 0) {
            plain = fields.length == 1;
            column = headerColumn(fields);
            if (column >= 0) {
                return;
            }
            column = plain ? 0 : 1;
        }
        if (fields.length <= column || (fields.length == 1) != plain) {
            throw new GuardDataException(number, "expected a host, with or without its rank, as on the first line");
        }
        Optional<String> host = canonical.canonical(unquoted(fields[column]));
        if (host.isPresent()) {
            hosts.add(host.get());
        } else if (!plain) {
            passedOver++;
        } else {
            throw new GuardDataException(number, "not a host: " + Printable.beginningOf(text, 80));
        }
    }

    private static int headerColumn(String[] fields) {
        for (int i = 0; i < fields.length; i++) {
            if (COLUMN_NAMES.contains(unquoted(fields[i]).toLowerCase(Locale.ROOT))) {
                return i;
            }
        }
        return -1;
    }

    private static String unquoted(String field) {
        String text = field.strip();
        return text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }

    private static String withoutMark(String line) {
        return line.startsWith("\ufeff") ? line.substring(1) : line;
    }

    private static InputStream inflated(InputStream in) throws IOException {
        var buffered = new BufferedInputStream(in);
        buffered.mark(2);
        boolean gzip = buffered.read() == 0x1f && buffered.read() == 0x8b;
        buffered.reset();
        return gzip ? new GzipMembers(buffered) : buffered;
    }
}
