package bloomward.server.admin;

import bloomward.format.io.CloseOnFailure;
import bloomward.format.io.DurableFiles;
import bloomward.server.guard.GuardDataException;
import bloomward.server.guard.Guards;
import bloomward.server.guard.HostList;
import bloomward.server.guard.PublicSuffixes;
import bloomward.server.shared.SharedFiles;
import bloomward.server.store.PublisherStore;
import bloomward.server.store.Tables;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The lists that guards know: the program's, or the operator's in their place. Safe for all threads.
///
/// Where servers share a store, the operator's lists are in it, and the folder of each is a copy.
public final class GuardLists implements Supplier<Guards> {

    /// Longer top lists are cut: below it hosts are no longer known to everybody.
    private static final int MOST_POPULAR = 100_000;

    private static final String SHARED = "guards";

    private final Path folder;
    private final HostList own;
    /// Empty where the folder is all there is.
    private final Optional<PublisherStore> shared;
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

    /// What is shown and what judges, read at the same time: a host that is shown as protected is protected.
    ///
    /// @param replaced the lists that are the operator's
    /// @param operators the protected hosts that are the operator's
    private record State(Set<Name> replaced, PublicSuffixes suffixes, HostList popular, HostList operators,
            HostList protectedHosts, HostList shorteners, Guards guards) {}

    private GuardLists(Path folder, HostList own, Optional<PublisherStore> shared)
            throws IOException, GuardDataException {
        this.folder = folder;
        this.own = own;
        this.shared = shared;
        if (shared.isPresent()) {
            shared.get().<Boolean, IOException>write(tables -> {
                adopt(tables);
                bring(tables);
                return true;
            });
        }
        this.state = read();
    }

    /// Reads the operator's lists.
    ///
    /// @param own hosts of the publication itself, which are always protected
    /// @throws GuardDataException if a file cannot be read as such a list
    public static GuardLists open(Path folder, List<String> own) throws IOException, GuardDataException {
        return new GuardLists(folder, HostList.of(own), Optional.empty());
    }

    /// The same for a server that shares a store, which has the operator's lists.
    public static GuardLists open(Path folder, List<String> own, PublisherStore shared)
            throws IOException, GuardDataException {
        return new GuardLists(folder, HostList.of(own), Optional.of(shared));
    }

    /// Takes up what other servers have changed.
    public synchronized void follow() throws IOException, GuardDataException {
        if (shared.isPresent()) {
            shared.get().<Boolean, IOException>read(tables -> {
                bring(tables);
                return true;
            });
            state = read();
        }
    }

    /// Lists that were put here before there was another server.
    private void adopt(Tables tables) throws IOException {
        for (Name name : Name.values()) {
            if (hasFile(name) && SharedFiles.find(tables, shared(name)).isEmpty()) {
                SharedFiles.put(tables, shared(name), file(name));
            }
        }
    }

    private void bring(Tables tables) throws IOException {
        for (Name name : Name.values()) {
            SharedFiles.bring(tables, shared(name), file(name));
        }
    }

    private static String shared(Name name) {
        return SHARED + "/" + name.label() + ".list";
    }

    /// A change of lists.
    ///
    /// @param <R> its result
    @FunctionalInterface
    private interface Change<R> {
        R make() throws IOException, GuardDataException;
    }

    /// Changes lists as they are on all servers now.
    private <R> R exclusively(Name name, Change<R> change) throws IOException, GuardDataException {
        if (shared.isEmpty()) {
            return change.make();
        }
        try (CloseOnFailure<GuardDataException> failure = CloseOnFailure.of(this::restore)) {
            return failure.keep(shared.get().<R, GuardDataException>write(tables -> {
                bring(tables);
                state = read();
                R result = change.make();
                SharedFiles.put(tables, shared(name), isReplaced(name) ? Files.readAllBytes(file(name)) : new byte[0]);
                tables.servers().orElseThrow().advance();
                return result;
            }));
        }
    }

    /// Goes back to what the store has.
    private void restore() throws GuardDataException {
        try {
            follow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        return state.replaced.contains(name);
    }

    private boolean hasFile(Name name) {
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
        exclusively(name, () -> {
            put(name, bytes);
            return true;
        });
    }

    private void put(Name name, byte[] bytes) throws IOException, GuardDataException {
        DurableFiles.write(file(name), bytes);
        state = read();
    }

    /// The hosts that the operator may change: of the protected ones, those that are not the program's.
    ///
    /// @throws IllegalArgumentException for the suffixes, which are rules
    public HostList hostsOf(Name name) {
        State now = state;
        return switch (name) {
            case POPULAR -> now.popular;
            case SHORTENERS -> now.shorteners;
            case PROTECTED -> now.operators;
            case SUFFIXES -> throw new IllegalArgumentException("not a list of hosts: " + name);
        };
    }

    /// Whether the program protects a host, whatever the operator says.
    public boolean isBuiltIn(String host) {
        return Guards.standardProtected().plus(own).contains(host);
    }

    /// Adds hosts to a list, or removes them. The list is the operator's from then on.
    ///
    /// @return the hosts that make a difference
    /// @throws GuardDataException if nothing would be left of it
    public synchronized List<String> change(Name name, HostList hosts, boolean add)
            throws IOException, GuardDataException {
        return exclusively(name, () -> changed(name, hosts, add));
    }

    private List<String> changed(Name name, HostList hosts, boolean add) throws IOException, GuardDataException {
        HostList before = hostsOf(name);
        List<String> changed = hosts.hosts().filter(host -> before.contains(host) != add).toList();
        List<String> after = new ArrayList<>(add ? changed : List.of()); // first, as a long list is cut at its end
        before.hosts().filter(host -> add || !hosts.contains(host)).forEach(after::add);
        if (changed.isEmpty()) {
            return changed;
        }
        if (name == Name.PROTECTED && after.isEmpty()) {
            Files.delete(file(name));
            state = read();
        } else {
            byte[] bytes = (String.join("\n", after) + "\n").getBytes(StandardCharsets.US_ASCII);
            HostList.parse(new ByteArrayInputStream(bytes), MOST_POPULAR); // nothing may be left of it
            put(name, bytes);
        }
        return changed;
    }

    private State read() throws IOException, GuardDataException {
        Set<Name> replaced = EnumSet.noneOf(Name.class);
        Arrays.stream(Name.values()).filter(this::hasFile).forEach(replaced::add);
        PublicSuffixes suffixes = replaced.contains(Name.SUFFIXES) ? suffixes() : Guards.standardSuffixes();
        HostList popular = replaced.contains(Name.POPULAR) ? hosts(Name.POPULAR) : Guards.standardPopular();
        HostList operators = replaced.contains(Name.PROTECTED) ? hosts(Name.PROTECTED) : HostList.empty();
        HostList protectedHosts = Guards.standardProtected().plus(own).plus(operators);
        HostList shorteners = replaced.contains(Name.SHORTENERS) ? hosts(Name.SHORTENERS) : Guards.standardShorteners();
        return new State(replaced, suffixes, popular, operators, protectedHosts, shorteners,
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
