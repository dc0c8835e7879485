package bloomward.agent.store;

import bloomward.agent.store.LoadedSet.Damage;
import bloomward.agent.store.StateFiles.Found;
import bloomward.agent.store.TrustedState.TrustedSet;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.FormatException.Reason;
import bloomward.format.file.FilterFile;
import bloomward.format.file.ListFields;
import bloomward.format.filter.Filter;
import bloomward.format.filter.FlatFilter;
import bloomward.format.filter.PackedFilter;
import bloomward.format.io.CloseOnFailure;
import bloomward.format.key.KeyHash;
import bloomward.format.release.AllowList;
import bloomward.format.release.FileRef;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.release.TestEntries;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Makes a set of the installed files that are whole, once. For one thread.
///
/// A list needs one of its two files. Without packed the flat one answers alone, with more false alarms. Without flat every
/// question goes to packed, which is slower. An update makes flat again; a reader writes nothing and needs no memory for it.
final class SetLoader {

    private final ComparedFiles files;
    private final MappedFiles mapped;
    private final List<Damage> damages = new ArrayList<>();

    SetLoader(ComparedFiles files) {
        this.files = files;
        this.mapped = new MappedFiles(files);
    }

    /// A file of a list, or why there is none.
    private record Part<F>(Optional<F> filter, String problem) {

        static <F> Part<F> without(String problem) {
            return new Part<>(Optional.empty(), problem);
        }
    }

    /// Opens what is installed.
    ///
    /// @param set of that state
    /// @param wanted which lists; none means all
    /// @throws FormatException if this program follows other rules for URLs than the set
    LoadedSet load(Found found, TrustedSet set, List<String> wanted) throws FormatException {
        Manifest manifest = set.manifest();
        manifest.requireCanonical(UrlExpressions.OLDEST_CANONICAL, UrlExpressions.CANONICAL);
        try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(mapped::close)) {
            damages.addAll(found.damages());
            List<ListFilter> lists = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            for (ListRelease list : manifest.lists()) {
                if (wanted.isEmpty() || wanted.contains(list.name())) {
                    filter(list).ifPresentOrElse(lists::add, () -> missing.add(list.name()));
                }
            }
            Protection protection = new Protection(found.trusted().root(), found.trusted().floor(), manifest,
                    set.latest(), lists, allow(manifest), missing, set.isOutdated());
            List<String> unknown = wanted.stream().filter(name -> manifest.list(name).isEmpty()).toList();
            return failure.keep(new LoadedSet(protection, damages, unknown, mapped::areIntact, mapped::close));
        }
    }

    private Optional<ListFilter> filter(ListRelease list) {
        Part<PackedFilter> packed = part(list, list.packed(), PackedFilter.class);
        Part<FlatFilter> flat = part(list, list.flat(), FlatFilter.class);
        String unasked = "the list cannot be asked, what is not found is not known to be clean";
        report(packed, "list " + list.name() + ", packed file", list.packed(),
                flat.filter().isPresent() ? "the flat file answers alone, with more false alarms" : unasked);
        report(flat, "list " + list.name() + ", flat file", list.flat(),
                packed.filter().isPresent() ? "the packed file answers alone, which is slower" : unasked);
        Optional<FlatFilter> first = flat.filter().or(() -> packed.filter().map(_ -> passingAll(list)));
        return first.map(all -> new ListFilter(list, all, packed.filter().<Filter>map(exact -> exact).orElse(all)));
    }

    private void report(Part<?> part, String what, FileRef file, String consequence) {
        if (part.filter().isEmpty()) {
            damages.add(new Damage(what, file.digest(), part.problem(), consequence));
        }
    }

    private <F extends Filter> Part<F> part(ListRelease list, FileRef ref, Class<F> kind) {
        try (FileChannel channel = files.open(ref)) {
            FilterFile file = FilterFile.open(channel);
            try (CloseOnFailure<RuntimeException> failure = CloseOnFailure.of(file::close)) {
                F filter = checked(list, file, kind);
                mapped.add(ref.digest(), failure.keep(file));
                return new Part<>(Optional.of(filter), "");
            }
        } catch (FormatException | ReleaseException e) {
            return Part.without(String.valueOf(e.getMessage()));
        } catch (IOException | InternalError e) { // the latter where a mapped byte cannot be read
            return Part.without(unreadable(e));
        }
    }

    private static <F extends Filter> F checked(ListRelease list, FilterFile file, Class<F> kind)
            throws FormatException, ReleaseException {
        if (!kind.isInstance(file.filter())) {
            throw new FormatException(Reason.OTHER_TYPE, "holds a filter of another kind, " + file.filter().kind());
        }
        list.requireFits(ListFields.read(file.envelope()));
        F filter = kind.cast(file.filter());
        if (filter instanceof PackedFilter) {
            KeyHash hash = list.spec().keyHash();
            TestEntries.check(list, expression -> filter.mightContain(hash.of(expression)));
        }
        return filter;
    }

    /// A block of which every bit is set: what passes is for packed to say.
    private static FlatFilter passingAll(ListRelease list) {
        byte[] block = new byte[FlatFilter.BLOCK_IN_BYTES];
        Arrays.fill(block, (byte) 0xff);
        return FlatFilter.over(list.spec(), list.entries(), MemorySegment.ofArray(block));
    }

    /// Read whole each time: it has no checksum of its own.
    private AllowList allow(Manifest manifest) throws FormatException {
        String problem;
        try (FileChannel channel = files.open(manifest.allowFile());
                InputStream in = Channels.newInputStream(channel)) {
            byte[] bytes = in.readNBytes(AllowList.MAX_SIZE_IN_BYTES + 1);
            if (!manifest.allowFile().is(Digest.of(bytes), bytes.length)) {
                throw new FormatException(Reason.CHECKSUM, "its digest is another");
            }
            AllowList allow = AllowList.parse(bytes);
            manifest.requireCanonical(allow.canonical(), allow.canonical());
            allow.requireVersionOf(manifest);
            return allow;
        } catch (FormatException e) {
            problem = String.valueOf(e.getMessage());
        } catch (IOException e) {
            problem = unreadable(e);
        }
        damages.add(new Damage("allow file", manifest.allowFile().digest(), problem, "nothing is allowed"));
        return AllowList.of(manifest.canonical(), List.of());
    }

    private static String unreadable(Throwable e) {
        return e instanceof NoSuchFileException ? "not there" : "cannot be read: " + e;
    }
}
