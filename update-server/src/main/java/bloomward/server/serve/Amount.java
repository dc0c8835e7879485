package bloomward.server.serve;

/// How many of something, for people.
final class Amount {

    private Amount() {}

    /// `1 list`, `2 lists`.
    static String of(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
