package bloomward.server.safebrowsing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.confirm.Category;
import bloomward.format.confirm.ConfirmRoot;
import bloomward.format.key.FullHash;
import bloomward.format.url.Expression;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The gateway's files as they lie in their folder, to be compared with what they are made of. Changes nothing.
public final class GatewayFiles {

    private final GatewayFolder folder;

    /// @param folder of the gateway
    public GatewayFiles(Path folder) {
        this.folder = new GatewayFolder(folder);
    }

    /// Compares each set of prefixes with its name.
    ///
    /// @return how many there are
    /// @throws FormatException if one is damaged
    public int prefixes() throws IOException, FormatException {
        int count = 0;
        for (ThreatList list : ThreatList.values()) {
            Path ofList = folder.prefixes(list, PrefixSet.EMPTY.digest()).resolveSibling("");
            for (Path file : GatewayFolder.in(ofList)) {
                try {
                    PrefixSet.read(file).requireSorted(file);
                    count++;
                } catch (NoSuchFileException _) {
                    // deleted meanwhile
                }
            }
        }
        return count;
    }

    /// The hashes of a version.
    ///
    /// @param allowed what is left out
    /// @return nothing if they are not there, as where the gateway is switched off
    public Optional<Version> version(String list, ConfirmRoot version, Allowed allowed, Digest allowFile)
            throws IOException {
        Path files = folder.hashes(list, version, allowFile);
        if (!FinishedHashes.areIn(files)) {
            return Optional.empty();
        }
        Map<Category, Listed> listed = new LinkedHashMap<>();
        FinishedHashes finished = new FinishedHashes(files);
        for (HashFile hashes : finished.files()) {
            hashes.requireSorted(finished.hashes(hashes.category()));
            listed.put(hashes.category(), new Listed(hashes, new BitSet(hashes.count())));
        }
        return Optional.of(new Version(listed, allowed));
    }

    /// The hashes of one category, and those of them that entries have.
    private record Listed(HashFile hashes, BitSet seen) {}

    /// The hashes of a version beside its entries. For one thread.
    public static final class Version {

        private final Map<Category, Listed> listed;
        private final Allowed allowed;

        private Version(Map<Category, Listed> listed, Allowed allowed) {
            this.listed = listed;
            this.allowed = allowed;
        }

        /// Looks for each spelling of an entry.
        ///
        /// @throws IOException if one is missing
        public void require(String expression, Category category) throws IOException {
            byte[] text = expression.getBytes(ISO_8859_1);
            if (allowed.covers(text, 0, text.length)) {
                return;
            }
            Optional<Listed> ofCategory = Optional.ofNullable(listed.get(category));
            for (String spelling : Spellings.of(new Expression(expression))) {
                byte[] bytes = spelling.getBytes(ISO_8859_1);
                byte[] hash = FullHash.of(bytes, 0, bytes.length).toBytes();
                int at = ofCategory.map(each -> each.hashes().indexOf(hash)).orElse(-1);
                if (at < 0) {
                    throw new IOException("no hash of '" + spelling + "' in category " + category);
                }
                ofCategory.orElseThrow().seen().set(at);
            }
        }

        /// Counts the hashes, all of which entries must have had.
        ///
        /// @throws IOException if one of them is of no entry
        public long requireNoOther() throws IOException {
            long count = 0;
            for (Map.Entry<Category, Listed> each : listed.entrySet()) {
                int hashes = each.getValue().hashes().count();
                int others = hashes - each.getValue().seen().cardinality();
                if (others > 0) {
                    throw new IOException(others + " hashes of no entry in category " + each.getKey());
                }
                count += hashes;
            }
            return count;
        }
    }
}
