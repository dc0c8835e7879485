package bloomward.server.admin;

import bloomward.format.io.DurableFiles;
import bloomward.server.guard.GuardDataException;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HostList;
import bloomward.server.guard.PublicSuffixes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// The lists that guards know: the program's, or the operator's in their place. Safe for all threads.
public final class GuardLists implements Supplier<Guards> {

    /// Longer top lists are cut: below it hosts are no longer known to everybody.
    private static final int MOST_POPULAR = 100_000;

    private final Path folder;
    private final HostList own;
    /// Replaced as a whole.
    private volatile State state;

    /// The four lists.
    public enum Name {
        POPULAR, PROTECTED, SUFFIXES, SHORTENERS;

        /// As it is called in JSON and on the command line.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record State(PublicSuffixes suffixes, HostList popular, HostList protectedHosts, HostList shorteners,
            Guards guards) {}

    private GuardLists(Path folder, HostList own) throws IOException, GuardDataException {
        this.folder = folder;
        this.own = own;
        this.state = read();
    }

    /// Reads the operator's lists.
    ///
    /// @param own hosts of the publication itself, which are always protected
    /// @throws GuardDataException if a file cannot be read as such a list
    public static GuardLists open(Path folder, List<String> own) throws IOException, GuardDataException {
        return new GuardLists(folder, HostList.of(own));
    }

    @Override
    public Guards get() {
        return state.guards;
    }

    /// The number of hosts or rules of a list.
    public int size(Name name) {
        State now = state;
        return switch (name) {
            case POPULAR -> now.popular.size();
            case PROTECTED -> now.protectedHosts.size();
            case SUFFIXES -> now.suffixes.size();
            case SHORTENERS -> now.shorteners.size();
        };
    }

    /// Whether the operator gave it.
    public boolean isReplaced(Name name) {
        return Files.exists(file(name));
    }

    /// Puts a list in the place of the one that is there; the protected hosts of the program stay protected.
    ///
    /// @throws GuardDataException if the bytes are no such list; then nothing changes
    public synchronized void replace(Name name, byte[] bytes) throws IOException, GuardDataException {
        InputStream in = new ByteArrayInputStream(bytes);
        switch (name) {
            case SUFFIXES -> PublicSuffixes.parse(in);
            case POPULAR, PROTECTED, SHORTENERS -> HostList.parse(in, MOST_POPULAR);
        }
        DurableFiles.write(file(name), bytes);
        state = read();
    }

    private State read() throws IOException, GuardDataException {
        PublicSuffixes suffixes = isReplaced(Name.SUFFIXES) ? suffixes() : Guards.standardSuffixes();
        HostList popular = isReplaced(Name.POPULAR) ? hosts(Name.POPULAR) : Guards.standardPopular();
        HostList protectedHosts = Guards.standardProtected().plus(own);
        if (isReplaced(Name.PROTECTED)) {
            protectedHosts = protectedHosts.plus(hosts(Name.PROTECTED));
        }
        HostList shorteners = isReplaced(Name.SHORTENERS) ? hosts(Name.SHORTENERS) : Guards.standardShorteners();
        return new State(suffixes, popular, protectedHosts, shorteners,
                Guards.of(suffixes, popular, protectedHosts, shorteners));
    }

    private PublicSuffixes suffixes() throws IOException, GuardDataException {
        try (InputStream in = Files.newInputStream(file(Name.SUFFIXES))) {
            return PublicSuffixes.parse(in);
        }
    }

    private HostList hosts(Name name) throws IOException, GuardDataException {
        try (InputStream in = Files.newInputStream(file(name))) {
            return HostList.parse(in, MOST_POPULAR);
        }
    }

    private Path file(Name name) {
        return folder.resolve(name.label() + ".list");
    }
}
