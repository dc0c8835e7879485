package bloomward.agent.update;

import bloomward.agent.fetch.Transport;
import bloomward.agent.store.Store;
import bloomward.agent.store.StoreState;
import bloomward.agent.store.StoreWriter;
import bloomward.agent.store.TrustedState;
import bloomward.agent.update.EnrollmentOutcome.Enrolled;
import bloomward.agent.update.EnrollmentOutcome.NotEnrolled;
import bloomward.agent.update.EnrollmentOutcome.OtherTrusted;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.Floor;
import bloomward.format.release.Root;
import bloomward.format.release.RootChain;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The beginning of trust: from a server's address and a pinned root to a state from which an [Updater] goes on.
public final class Enrollment {

    private final Transport transport;
    private final Store store;

    public Enrollment(Transport transport, Store store) {
        this.transport = transport;
        this.store = store;
    }

    /// Roots in the order of their versions, the last one being the newest.
    private record Chain(RootChain end, List<SignedNote> notes) {

        SignedNote newest() {
            return notes.getLast();
        }

        /// Those from this root on, if it is one of them.
        Optional<List<SignedNote>> from(SignedNote root) {
            for (int i = 0; i < notes.size(); i++) {
                if (notes.get(i).unverifiedText().equals(root.unverifiedText())) {
                    return Optional.of(notes.subList(i, notes.size()));
                }
            }
            return Optional.empty();
        }
    }

    /// Verifies the pinned root, follows it to the newest one, and makes that the one that is trusted.
    ///
    /// An agent that trusts that publication already keeps what it has; only the address is taken over. One that trusts
    /// another publication stays as it is, unless that is to be replaced: then floor and lists go, once the new root is
    /// verified.
    ///
    /// @param server see [#base]
    public EnrollmentOutcome enroll(URI server, RootPin pin, boolean replace) {
        try {
            return AttemptException.during(store.folder().toString(), () -> {
                Optional<StoreWriter> lock = store.tryWrite();
                if (lock.isEmpty()) {
                    return new NotEnrolled(Failure.LOCAL, store.folder() + ": another program is updating it");
                }
                try (StoreWriter writer = lock.get()) {
                    return enroll(writer, new Site(transport, base(server)), pin, replace);
                }
            });
        } catch (AttemptException e) {
            return new NotEnrolled(e.failure(), String.valueOf(e.getMessage()));
        }
    }

    /// Whether a pinned root belongs to the publication that the agent trusts. Nothing is written.
    ///
    /// @param server see [#base]
    /// @return [Enrolled] if it does, [OtherTrusted] if it belongs to another one
    public EnrollmentOutcome compare(URI server, RootPin pin) {
        try {
            return AttemptException.during(store.folder().toString(), () -> {
                Optional<TrustedState> there = readState(false);
                if (there.isEmpty()) {
                    return new NotEnrolled(Failure.LOCAL, store.folder() + ": not enrolled");
                }
                if (pin.names(there.get().written().root())) {
                    return new Enrolled(there.get().root(), there.get().server(), true);
                }
                Site site = new Site(transport, base(server));
                return continued(site, there.get(), pinned(site, pin))
                        .<EnrollmentOutcome>map(same -> new Enrolled(same.end().root(), site.address(), true))
                        .orElseGet(() -> new OtherTrusted(there.get().root(), there.get().server()));
            });
        } catch (AttemptException e) {
            return new NotEnrolled(e.failure(), String.valueOf(e.getMessage()));
        }
    }

    /// The address of a publication as a person may write it, in its one spelling.
    ///
    /// @throws IllegalArgumentException if it is none
    public static URI base(URI server) {
        String text = server.toString();
        String scheme = Optional.ofNullable(server.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || server.getHost() == null
                || server.getRawUserInfo() != null || server.getRawQuery() != null || server.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    text + ": not the address of a server, such as https://lists.example.org/bloomward");
        }
        int path = text.length() - server.getRawPath().length();
        String base = text.substring(0, path).toLowerCase(Locale.ROOT) + server.getRawPath();
        while (base.endsWith("/")) {
            base = base.substring(0, base.length() - 1);
        }
        return URI.create(base);
    }

    private EnrollmentOutcome enroll(StoreWriter writer, Site site, RootPin pin, boolean replace)
            throws AttemptException, IOException {
        Optional<TrustedState> there = readState(replace);
        Chain chain = pinned(site, pin);
        if (there.isPresent() && !replace) {
            return renew(writer, site, there.get(), chain);
        }
        Root newest = chain.end().root();
        writer.commit(new StoreState(site.address(), chain.newest(), Floor.at(newest), Optional.empty()));
        if (there.isPresent()) {
            writer.collect();
        }
        return new Enrolled(newest, site.address(), false);
    }

    private static Chain pinned(Site site, RootPin pin) throws AttemptException {
        SignedNote first = switch (pin) {
            case RootPin.Note(SignedNote note) -> note;
            case RootPin.Sha256(Digest digest) -> find(site, digest);
        };
        Root root = AttemptException.during("pinned root", () -> Root.first(first).value());
        return walk(site, first, new RootChain(root, Floor.at(root)));
    }

    /// The state before; one that is replaced may be damaged.
    private Optional<TrustedState> readState(boolean replace) throws AttemptException, IOException {
        try {
            return store.state();
        } catch (FormatException e) {
            if (replace && e.reason() != FormatException.Reason.TOO_NEW) {
                return Optional.empty();
            }
            throw AttemptException.stored(store.folder().toString(), e);
        }
    }

    private EnrollmentOutcome renew(StoreWriter writer, Site site, TrustedState there, Chain pinned)
            throws AttemptException, IOException {
        Optional<Chain> same = continued(site, there, pinned);
        if (same.isEmpty()) {
            return new OtherTrusted(there.root(), there.server());
        }
        RootChain end = same.get().end();
        StoreState next = new StoreState(site.address(), same.get().newest(), end.floor(), there.written().installed());
        if (!next.equals(there.written())) {
            writer.commit(next);
        }
        return new Enrolled(end.root(), site.address(), true);
    }

    /// The roots from the trusted one on, if the pinned ones belong to the same publication.
    private static Optional<Chain> continued(Site site, TrustedState there, Chain pinned) throws AttemptException {
        SignedNote known = there.written().root();
        RootChain start = new RootChain(there.root(), there.floor());
        Optional<List<SignedNote>> onPinned = pinned.from(known);
        if (onPinned.isPresent()) {
            List<SignedNote> notes = onPinned.get();
            RootChain end = AttemptException.during("roots", () -> start.follow(notes.subList(1, notes.size())));
            return Optional.of(new Chain(end, notes));
        }
        Chain chain = walk(site, known, start); // perhaps the pinned root is newer than the one that is known
        return chain.from(pinned.notes().getFirst()).isPresent() ? Optional.of(chain) : Optional.empty();
    }

    private static Chain walk(Site site, SignedNote first, RootChain start) throws AttemptException {
        RootWalk walk = RootWalk.from(start, site, RootChain.MAX_STEPS);
        if (walk.problem().isPresent()) {
            throw walk.problem().get();
        }
        List<SignedNote> notes = new ArrayList<>(List.of(first));
        notes.addAll(walk.notes());
        return new Chain(walk.end(), notes);
    }

    /// Looks for the root with that digest. The roots before it prove nothing and need not.
    private static SignedNote find(Site site, Digest digest) throws AttemptException {
        long version = 1;
        for (; version <= RootChain.MAX_STEPS; version++) {
            Optional<byte[]> bytes = site.root(version);
            if (bytes.isEmpty()) {
                break;
            }
            if (Digest.of(bytes.get()).equals(digest)) {
                return Site.note(bytes.get(), site.name(new PublicPath.RootNote(version)), Root.MAX_SIZE_IN_BYTES);
            }
        }
        if (version == 1) {
            throw AttemptException.missing(site.name(new PublicPath.RootNote(1)),
                    "not there: this is no address of a publication");
        }
        throw AttemptException.refused(site.address().toString(),
                "none of its roots, 1 to " + (version - 1) + ", has the digest " + digest);
    }
}
