package bloomward.server.fetch;

/// What others wrote, made harmless for a log and a terminal.
final class Printable {

    private static final int MOST = 200;

    private Printable() {}

    static String of(String text) {
        String printable = text.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() <= MOST ? printable : printable.substring(0, MOST) + "...";
    }
}
