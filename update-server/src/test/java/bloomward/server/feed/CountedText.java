package bloomward.server.feed;

/// A text that counts how often a character of it is looked at: the work of a reader, whatever the machine.
public final class CountedText implements CharSequence {

    private final String text;
    private long looks;

    public CountedText(String text) {
        this.text = text;
    }

    public long looks() {
        return looks;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        looks++;
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        looks += end - start;
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
