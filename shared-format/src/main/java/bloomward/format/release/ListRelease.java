package bloomward.format.release;

import bloomward.format.FormatException;
import bloomward.format.confirm.BucketBits;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.file.ListFields;
import bloomward.format.key.KeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/// A version of a list, as named by a manifest (FORMAT.md 17.3).
///
/// @param name never used for another list
/// @param version grows with every change of its content, even a rollback
/// @param spec rule that makes keys from its entries
/// @param entries number of distinct keys, those of the test entries included
/// @param ratePerMillion false positives in a million for which its flat form was sized
/// @param packed the packed file
/// @param flat the flat file, which follows from the packed one
/// @param confirmRoot root of its confirm buckets
/// @param confirmBits number of those buckets
/// @param categories possible reasons for listings in it, sorted, distinct, at least one
public record ListRelease(String name, long version, KeySpec spec, long entries, int ratePerMillion, FileRef packed,
        FileRef flat, ConfirmRoot confirmRoot, BucketBits confirmBits, List<Category> categories) {

    public static final int MAX_CATEGORIES = 64;

    private static final int MILLION = 1_000_000;

    public ListRelease {
        ListName.require(name);
        NoteRole.requireNumber("version", version, 1, NoteRole.MAX_NUMBER);
        NoteRole.requireNumber("entries", entries, 0, Math.min(1L << spec.width(), NoteRole.MAX_NUMBER));
        NoteRole.requireNumber("rate", ratePerMillion, 1, MILLION - 1);
        categories = List.copyOf(categories);
        NoteRole.requireNumber("number of categories", categories.size(), 1, MAX_CATEGORIES);
        for (int i = 1; i < categories.size(); i++) {
            if (categories.get(i - 1).compareTo(categories.get(i)) >= 0) {
                throw new IllegalArgumentException("categories: " + categories.get(i) + " follows "
                        + categories.get(i - 1) + ", but categories must be sorted and distinct");
            }
        }
    }

    /// The entries without the test entries, of which each category has one: the number that people know.
    public long listedEntries() {
        return Math.max(0, entries - categories.size());
    }

    /// Refuses a file of this list whose header differs from the manifest.
    public void requireFits(ListFields header) throws FormatException {
        if (!header.spec().equals(spec) || header.entries() != entries) {
            throw new FormatException(FormatException.Reason.MALFORMED,
                    "list " + name + ": " + header.entries() + " entries, " + header.spec() + " in the file, " + entries
                            + " entries, " + spec + " in the manifest");
        }
    }

    void writeTo(NoteText text) {
        text.line("list", name)
                .line("version", version)
                .line("keys", spec.width() + " " + HexFormat.of().toHexDigits(spec.seed()))
                .line("entries", entries)
                .line("rate", ratePerMillion)
                .line("packed", packed)
                .line("flat", flat)
                .line("confirm", confirmRoot + " " + confirmBits.count())
                .line("categories", categories.stream().map(Category::name).collect(Collectors.joining(" ")));
    }

    static ListRelease read(NoteLines lines, int canonical) throws FormatException {
        String name = lines.text("list");
        long version = lines.number("version");
        List<String> keys = lines.words("keys", 2);
        KeySpec spec = new KeySpec(canonical, small(lines.number("keys", keys.getFirst())),
                seed(lines, keys.getLast()));
        long entries = lines.number("entries");
        int rate = small(lines.number("rate"));
        FileRef packed = lines.file("packed");
        FileRef flat = lines.file("flat");
        List<String> confirm = lines.words("confirm", 2);
        ConfirmRoot root = new ConfirmRoot(lines.digest("confirm", confirm.getFirst()));
        BucketBits bits = new BucketBits(small(lines.number("confirm", confirm.getLast())));
        List<Category> categories = new ArrayList<>();
        for (String category : lines.words("categories")) {
            categories.add(new Category(category));
        }
        return new ListRelease(name, version, spec, entries, rate, packed, flat, root, bits, categories);
    }

    private static long seed(NoteLines lines, String hex) throws FormatException {
        if (!hex.matches("[0-9a-f]{16}")) {
            throw lines.malformed("keys: a seed is 16 lower-case hex digits");
        }
        return HexFormat.fromHexDigitsToLong(hex);
    }

    /// A number too large for an int becomes the largest int, which every receiver here refuses.
    private static int small(long number) {
        return (int) Math.min(number, Integer.MAX_VALUE);
    }
}
