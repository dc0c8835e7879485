package bloomward.server.store;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The address of a PostgreSQL database, without a password:
/// `postgresql://USER@HOST[:PORT][,HOST[:PORT]...]/DATABASE[?PARAMETER=VALUE&...]`.
///
/// Of several hosts, the one that takes writes is used. A host that is not this machine needs a word about encryption
/// (`sslmode`), so that nobody sends a whole publication in the clear by leaving something out.
///
/// @param hosts each with its port
/// @param parameters of the connection, from [#PARAMETERS]
public record PostgresAddress(String user, List<Host> hosts, String database, Map<String, String> parameters) {

    /// The start of every address.
    public static final String SCHEME = "postgresql://";

    /// The parameters that an address may have.
    static final Set<String> PARAMETERS = Set.of("sslmode", "sslrootcert", "sslcert", "sslkey", "currentSchema");

    private static final int DEFAULT_PORT = 5432;
    private static final int MAX_PORT = 0xffff;
    private static final Pattern FORM = Pattern.compile("postgresql://([^@/?#]+)@([^@/?#]+)/([^@/?#]+)(?:\\?([^#]*))?");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9_.-]+)(?::(\\d{1,5}))?");

    /// A host of a database.
    ///
    /// @param name a name or an address; IPv6 in brackets
    public record Host(String name, int port) {

        boolean isLoopback() {
            return name.equals("localhost") || name.equals("[::1]") || name.matches("127(\\.\\d{1,3}){3}");
        }

        @Override
        public String toString() {
            return name + ":" + port;
        }
    }

    public PostgresAddress {
        hosts = List.copyOf(hosts);
        parameters = Map.copyOf(parameters);
    }

    /// Reads an address.
    ///
    /// @throws IllegalArgumentException if it is none, with a message that names no password
    public static PostgresAddress parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not of the form postgresql://USER@HOST[:PORT]/DATABASE");
        }
        if (parts.group(1).indexOf(':') >= 0) {
            throw new IllegalArgumentException("a password does not belong here, where it would be shown;"
                    + " write it to a file and name that with store-password-file");
        }
        List<Host> hosts = new ArrayList<>();
        for (String host : parts.group(2).split(",", -1)) {
            hosts.add(host(host));
        }
        Map<String, String> parameters = parameters(parts.group(4) == null ? "" : parts.group(4));
        if (!parameters.containsKey("sslmode") && !hosts.stream().allMatch(Host::isLoopback)) {
            throw new IllegalArgumentException(
                    "add ?sslmode=verify-full&sslrootcert=FILE, as the database is on another"
                            + " machine; or sslmode=disable in a network that nobody else can read or change");
        }
        return new PostgresAddress(decoded(parts.group(1)), hosts, decoded(parts.group(3)), parameters);
    }

    private static Host host(String text) {
        Matcher parts = HOST.matcher(text);
        int port = parts.matches() && parts.group(2) != null ? Integer.parseInt(parts.group(2)) : DEFAULT_PORT;
        if (!parts.matches() || port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("'" + text + "' is not HOST or HOST:PORT");
        }
        return new Host(parts.group(1), port);
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new TreeMap<>();
        if (query.isEmpty()) {
            return parameters;
        }
        for (String each : query.split("&", -1)) {
            int equals = each.indexOf('=');
            String name = equals < 0 ? each : each.substring(0, equals);
            if (name.equals("password")) {
                throw new IllegalArgumentException("a password does not belong here, where it would be shown;"
                        + " write it to a file and name that with store-password-file");
            }
            if (equals < 0 || !PARAMETERS.contains(name)) {
                throw new IllegalArgumentException("'" + name + "' is no parameter of an address; known: "
                        + PARAMETERS.stream().sorted().collect(Collectors.joining(", ")));
            }
            parameters.put(name, decoded(each.substring(equals + 1)));
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /// The address without parameters, as messages name it.
    @Override
    public String toString() {
        return SCHEME + user + "@" + hosts.stream().map(Host::toString).collect(Collectors.joining(",")) + "/"
                + database;
    }
}
