package bloomward.format.wire;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.wire.PublicPath.Bloom;
import bloomward.format.wire.PublicPath.Confirm;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import bloomward.format.wire.PublicPath.DeltaFile;
import bloomward.format.wire.PublicPath.Form;
import bloomward.format.wire.PublicPath.Latest;
import bloomward.format.wire.PublicPath.RootNote;
import java.util.List;
import java.util.Optional;

/// A reader of public paths: it reads loosely, then accepts only paths that are written exactly as they were read.
final class PathReader {

    /// No path is longer than two digests.
    private static final int MAX_LENGTH = 200;

    private PathReader() {}

    static Optional<PublicPath> read(String path) {
        if (path.length() > MAX_LENGTH || !path.startsWith("/v1/")) {
            return Optional.empty();
        }
        try {
            Optional<PublicPath> read = of(List.of(path.substring("/v1/".length()).split("/", -1)));
            return read.filter(found -> found.toString().equals(path));
        } catch (IllegalArgumentException | FormatException _) {
            return Optional.empty(); // an invalid number, name or digest
        }
    }

    private static Optional<PublicPath> of(List<String> words) throws FormatException {
        String kind = words.getFirst();
        return switch (words.size()) {
            case 1 -> kind.equals("latest") ? Optional.of(new Latest()) : Optional.empty();
            case 2 -> two(kind, words.get(1));
            case 3 -> three(kind, words.get(1), words.get(2));
            case 4 -> kind.equals("delta")
                    ? Optional.of(new DeltaFile(words.get(1), number(words.get(2)), number(words.get(3))))
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<PublicPath> two(String kind, String name) throws FormatException {
        return switch (kind) {
            case "root" -> Optional.of(new RootNote(number(name)));
            case "manifest" -> Optional.of(new Content(ContentKind.MANIFEST, Digest.parse(name)));
            case "packed" -> Optional.of(new Content(ContentKind.PACKED, Digest.parse(name)));
            case "flat" -> Optional.of(new Content(ContentKind.FLAT, Digest.parse(name)));
            case "allow" -> Optional.of(new Content(ContentKind.ALLOW, Digest.parse(name)));
            default -> Optional.empty();
        };
    }

    private static Optional<PublicPath> three(String kind, String first, String second) throws FormatException {
        return switch (kind) {
            case "bloom" -> switch (second) {
                case "packed" -> Optional.of(new Bloom(first, Form.PACKED));
                case "flat" -> Optional.of(new Bloom(first, Form.FLAT));
                default -> Optional.empty();
            };
            case "confirm" -> {
                ConfirmRoot root = new ConfirmRoot(Digest.parse(first));
                yield Optional.of(new Confirm(root, Integer.parseInt(second)));
            }
            default -> Optional.empty();
        };
    }

    private static long number(String digits) {
        return Long.parseLong(digits);
    }
}
