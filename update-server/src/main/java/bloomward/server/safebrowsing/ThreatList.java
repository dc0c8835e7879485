package bloomward.server.safebrowsing;

import bloomward.format.confirm.Category;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The lists of the protocol that stock browsers ask for. Each is served, also where no category leads to it: a browser asks for
/// all of its lists at once, and would get none if one of them was not there.
public enum ThreatList {

    /// Phishing and other deception.
    SOCIAL_ENGINEERING(1, "se-4b", Kind.THREATS, 2, "Pages that deceive people"),
    /// Malware.
    MALWARE(2, "mw-4b", Kind.THREATS, 1, "Pages that harm machines"),
    /// Unwanted software on desktops.
    UNWANTED_SOFTWARE(3, "uws-4b", Kind.THREATS, 3, "Pages with unwanted software"),
    /// Unwanted software on Android.
    UNWANTED_APPLICATIONS(4, "uwsa-4b", Kind.THREATS, 3, "Pages with unwanted applications"),
    /// Harmful applications on Android.
    HARMFUL_APPLICATIONS(5, "pha-4b", Kind.THREATS, 4, "Pages with harmful applications"),
    /// Files that are harmful, by their addresses, which no category names. Always empty.
    HARMFUL_FILES(6, "mwb-4b", Kind.FILES, 1, "Harmful files: none"),
    /// Pages that a client need not ask about. Always empty: nothing is called safe here.
    GLOBAL_CACHE(7, "gc-32b", Kind.SAFE, 1, "Pages known as safe: none"),
    /// Sites whose files a client need not ask about. Always empty.
    SAFE_FILES(8, "csdda-32b", Kind.SAFE, 3, "Sites known for safe files: none");

    /// The subject of a list.
    private enum Kind {
        THREATS, FILES, SAFE
    }

    private final byte code;
    private final String label;
    private final Kind kind;
    private final int type;
    private final String description;

    ThreatList(int code, String label, Kind kind, int type, String description) {
        this.code = (byte) code;
        this.label = label;
        this.kind = kind;
        this.type = type;
        this.description = description;
    }

    /// The list with this name in version 5.
    static Optional<ThreatList> labelled(String label) {
        return Stream.of(values()).filter(list -> list.label.equals(label)).findAny();
    }

    /// The lists that categories lead to.
    public static List<ThreatList> threats() {
        return Stream.of(values()).filter(ThreatList::isOfThreats).toList();
    }

    /// The list with this number.
    static Optional<ThreatList> coded(byte code) {
        return Stream.of(values()).filter(list -> list.code == code).findAny();
    }

    /// The number in the versions that clients keep, which never changes.
    byte code() {
        return code;
    }

    /// The name in version 5.
    public String label() {
        return label;
    }

    /// The number of the threat in version 5, and in version 4 for most clients; 0 if it is of none.
    int threatType() {
        return kind == Kind.SAFE ? 0 : type;
    }

    /// The number of the kind of safety in version 5; 0 if it is of threats.
    int safeType() {
        return kind == Kind.SAFE ? type : 0;
    }

    String description() {
        return description;
    }

    /// Whether categories may lead to it.
    boolean isOfThreats() {
        return kind == Kind.THREATS;
    }

    /// The list of a category unless a setting says otherwise.
    static Optional<ThreatList> usualOf(Category category) {
        return switch (category.name()) {
            case "phishing" -> Optional.of(SOCIAL_ENGINEERING);
            case "malware" -> Optional.of(MALWARE);
            case "unwanted" -> Optional.of(UNWANTED_SOFTWARE);
            default -> Optional.empty();
        };
    }
}
