package bloomward.agent.update;

import bloomward.agent.fetch.Reply;
import bloomward.agent.fetch.Transport;
import bloomward.agent.store.StoreState;
import bloomward.agent.store.StoreState.Installed;
import bloomward.agent.store.StoreWriter;
import bloomward.agent.store.TrustedState;
import bloomward.agent.store.TrustedState.TrustedSet;
import bloomward.agent.update.UpdateOutcome.Failed;
import bloomward.agent.update.UpdateOutcome.Failure;
import bloomward.agent.update.UpdateOutcome.ListChange;
import bloomward.agent.update.UpdateOutcome.Unchanged;
import bloomward.agent.update.UpdateOutcome.Updated;
import bloomward.format.Digest;
import bloomward.format.release.Floor;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.RootChain;
import bloomward.format.sign.SignedNote;
import bloomward.format.wire.PublicPath;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One poll, under the lock of the store: the agent's steps of FORMAT.md 19.3, at one address after another until one has a
/// usable offer.
final class Poll {

    private final Transport transport;
    private final StoreWriter writer;
    private final List<URI> first;
    private final List<String> lists;
    private final Memory memory;
    /// The clock's time, the same for all of the poll.
    private final Instant now;

    private TrustedState state;
    private int rootSteps = RootChain.MAX_STEPS;
    /// Whether addresses that asked for a pause are asked anyway: true if all did, as then a person wants this poll.
    private final boolean asksQuietOnes;

    /// @param first addresses that are asked before those of the root
    Poll(Transport transport, StoreWriter writer, TrustedState state, List<URI> first, List<String> lists,
            Memory memory, Instant now) {
        this.transport = transport;
        this.writer = writer;
        this.first = List.copyOf(first);
        this.lists = lists;
        this.memory = memory;
        this.now = now;
        this.state = state;
        this.asksQuietOnes = addresses().stream().allMatch(address -> memory.isQuiet(address, now));
    }

    UpdateOutcome run() {
        List<AttemptException> failures = new ArrayList<>();
        Optional<UpdateOutcome> nothingNewer = Optional.empty();
        Set<URI> asked = new HashSet<>();
        // A root that comes on the way may name new addresses.
        for (Optional<URI> next = next(asked); next.isPresent(); next = next(asked)) {
            asked.add(next.get());
            try {
                UpdateOutcome outcome = ask(new Site(transport, next.get()));
                if (!(outcome instanceof Unchanged) || !isStale()) {
                    return outcome;
                }
                nothingNewer = Optional.of(outcome); // or this address lags behind: perhaps the next one does not
            } catch (AttemptException e) {
                failures.add(e);
                URI address = next.get();
                e.retryAfter().ifPresent(wait -> memory.quiet(address, now, PollSchedule.bounded(wait)));
                if (e.failure() == Failure.LOCAL) {
                    break; // and would fail at the next address, too
                }
            }
        }
        return nothingNewer.orElseGet(() -> failed(failures));
    }

    private Optional<URI> next(Set<URI> asked) {
        return addresses().stream()
                .filter(address -> !asked.contains(address) && (asksQuietOnes || !memory.isQuiet(address, now)))
                .findFirst();
    }

    private Set<URI> addresses() {
        Set<URI> addresses = new LinkedHashSet<>(first);
        addresses.addAll(state.root().addresses());
        addresses.add(state.server());
        return addresses;
    }

    /// The worst of the failures, with the messages of all.
    private static UpdateOutcome failed(List<AttemptException> failures) {
        AttemptException worst = failures.stream().max(Comparator.comparing(AttemptException::failure)).orElseThrow();
        String message = String.join("; ",
                failures.stream().map(e -> String.valueOf(e.getMessage())).distinct().toList());
        return new Failed(worst.failure(), message,
                failures.stream().flatMap(e -> e.retryAfter().stream()).max(Comparator.naturalOrder()));
    }

    private UpdateOutcome ask(Site site) throws AttemptException {
        if (memory.rootsAreDue(now)) {
            walkRoots(site);
        }
        return install(site, offer(site));
    }

    private Offer offer(Site site) throws AttemptException {
        Optional<Offer> known = memory.offer(state.root());
        Optional<String> etag = known.flatMap(offer -> memory.etag(site.address(), offer));
        PublicPath path = new PublicPath.Latest();
        String name = site.name(path);
        Reply reply = site.get(path, Latest.MAX_SIZE_IN_BYTES, etag);
        Optional<String> newEtag = etag;
        SignedNote note;
        switch (reply) {
            case Reply.Content content -> {
                note = Site.note(content.bytes(), name, Latest.MAX_SIZE_IN_BYTES);
                newEtag = content.etag();
            }
            case Reply.NotModified _ -> note = known.filter(_ -> etag.isPresent())
                    .map(Offer::latestNote)
                    .orElseThrow(() -> AttemptException.refused(name, "not modified, and nothing was there before"));
            case Reply.Missing _ -> throw AttemptException.missing(name,
                    "not there: nothing is published yet, or this is no address of a publication");
        }
        Offer verified = verified(site, note);
        memory.verified(site.address(), verified, newEtag);
        return verified;
    }

    /// Verifies by the trusted root and, if that fails, by the newest one.
    private Offer verified(Site site, SignedNote note) throws AttemptException {
        try {
            return new Verifier(site, state).verify(note, memory.offer(state.root()));
        } catch (AttemptException e) {
            if (!e.mayBeOldRoot() || !walkRootsAfter(e, site)) {
                throw e;
            }
            return new Verifier(site, state).verify(note, Optional.empty());
        }
    }

    private boolean walkRootsAfter(AttemptException refusal, Site site) throws AttemptException {
        try {
            return walkRoots(site);
        } catch (AttemptException e) {
            throw e.failure().compareTo(refusal.failure()) > 0 ? e : refusal;
        }
    }

    /// Trusts the newest root that the site has, durably. That stands, whatever becomes of the rest of the poll.
    ///
    /// @return whether there was a newer one
    private boolean walkRoots(Site site) throws AttemptException {
        RootWalk walk = RootWalk.from(new RootChain(state.root(), state.floor()), site, rootSteps);
        rootSteps -= walk.notes().size();
        if (!walk.notes().isEmpty()) {
            commit(new StoreState(state.server(), walk.notes().getLast(), walk.end().floor(),
                    state.written().installed()));
        }
        if (walk.problem().isPresent()) {
            throw walk.problem().get();
        }
        memory.rootsAsked(now);
        return !walk.notes().isEmpty();
    }

    private UpdateOutcome install(Site site, Offer offer) throws AttemptException {
        Floor floor = AttemptException.during(site.name(new PublicPath.Latest()),
                () -> state.floor().raisedTo(offer.manifest(), offer.latest()));
        SetFiles files = new SetFiles(writer, offer.manifest(), lists);
        Optional<Installed> installed = state.written()
                .installed()
                .filter(set -> set.manifest().equals(offer.manifestNote()));
        if (installed.isPresent() && files.areKept()) {
            if (!floor.equals(state.floor()) || !installed.get().latest().equals(offer.latestNote())) {
                commitInstalled(offer, floor);
            }
            collectBut(Set.of()); // the process that installed it may have been stopped before this
            return new Unchanged();
        }
        Optional<Manifest> before = state.set().map(TrustedSet::manifest);
        if (!floor.equals(state.floor())) {
            commit(new StoreState(state.server(), state.written().root(), floor, state.written().installed()));
        }
        collectBut(files.digests());
        List<ListChange> changes = files.complete(site, before);
        commitInstalled(offer, floor);
        collectBut(Set.of());
        return new Updated(offer.manifest().sequence(), changes);
    }

    private void commitInstalled(Offer offer, Floor floor) throws AttemptException {
        Installed set = new Installed(state.written().root(), offer.manifestNote(), offer.latestNote(),
                floor.effectiveTime(now));
        commit(new StoreState(state.server(), state.written().root(), floor, Optional.of(set)));
    }

    private void commit(StoreState next) throws AttemptException {
        state = AttemptException.during("store", () -> writer.commit(next));
    }

    /// Deletes files that earlier polls left of sets that are no longer wanted.
    private void collectBut(Set<Digest> wanted) throws AttemptException {
        AttemptException.during("store", () -> {
            writer.collect(wanted);
            return wanted;
        });
    }

    /// Whether a newer set may exist than the installed one.
    private boolean isStale() {
        return state.set().filter(set -> set.latest().isExpiredAt(state.floor().effectiveTime(now))).isPresent();
    }
}
