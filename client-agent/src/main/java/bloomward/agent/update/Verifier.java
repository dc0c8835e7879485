package bloomward.agent.update;

import bloomward.agent.store.StoreState.Installed;
import bloomward.agent.store.TrustedState;
import bloomward.agent.store.TrustedState.TrustedSet;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.ReleaseException;
import bloomward.format.sign.SignedNote;
import bloomward.format.sign.UntrustedNoteException;
import bloomward.format.url.UrlExpressions;
import bloomward.format.wire.PublicPath;
import bloomward.format.wire.PublicPath.Content;
import bloomward.format.wire.PublicPath.ContentKind;
import java.util.Optional;

/// Decides by one root whether the offer of a site may be installed.
///
/// @param site from which the manifest is fetched
/// @param state what is known and installed, and the root that is trusted
record Verifier(Site site, TrustedState state) {

    /// @param known what was verified before by this root, which is not verified again
    Offer verify(SignedNote latestNote, Optional<Offer> known) throws AttemptException {
        if (known.isPresent() && known.get().latestNote().equals(latestNote)) {
            return AttemptException.during(site.name(new PublicPath.Latest()), () -> {
                state.floor().requireReachedBy(known.get().latest());
                return known.get();
            });
        }
        Latest latest = AttemptException.during(site.name(new PublicPath.Latest()), () -> latest(latestNote));
        Content path = new Content(ContentKind.MANIFEST, latest.manifest());
        SignedNote manifestNote = manifestNote(latest, path);
        Manifest manifest = AttemptException.during(site.name(path), () -> manifest(manifestNote, latest));
        return new Offer(state.root(), latestNote, latest, manifestNote, manifest);
    }

    private Latest latest(SignedNote note) throws FormatException, UntrustedNoteException, ReleaseException {
        Latest latest = state.root().latest(note).value();
        state.root().requireReached("latest", latest.rootVersion());
        state.floor().requireReachedBy(latest);
        return latest;
    }

    private SignedNote manifestNote(Latest latest, Content path) throws AttemptException {
        Optional<SignedNote> installed = state.written()
                .installed()
                .map(Installed::manifest)
                .filter(note -> Digest.of(note.toBytes()).equals(latest.manifest()));
        if (installed.isPresent()) {
            return installed.get();
        }
        byte[] bytes = site.manifest(path, Manifest.MAX_SIZE_IN_BYTES);
        Digest digest = Digest.of(bytes);
        if (!digest.equals(latest.manifest())) {
            throw AttemptException.refused(site.name(path), "other manifest: its digest is " + digest);
        }
        return Site.note(bytes, site.name(path), Manifest.MAX_SIZE_IN_BYTES);
    }

    private Manifest manifest(SignedNote note, Latest latest)
            throws FormatException, UntrustedNoteException, ReleaseException {
        Manifest manifest = state.root().manifest(note).value();
        latest.requireNames(manifest, latest.manifest()); // its digest was compared
        manifest.requireCanonical(UrlExpressions.OLDEST_CANONICAL, UrlExpressions.CANONICAL);
        Optional<Manifest> limit = state.set().filter(set -> !isReset(set)).map(TrustedSet::manifest);
        if (limit.isPresent()) {
            manifest.requireFollows(limit.get());
        }
        return manifest;
    }

    /// Whether the installed set no longer limits what may follow.
    ///
    /// It does not where a key was taken away from the publishers since: it may be a thief's, of a sequence and of versions
    /// that no honest manifest reaches (FORMAT.md 19.2). That can be seen for as long as it is installed, also when the
    /// floor was raised again and then the files could not be fetched.
    private boolean isReset(TrustedSet installed) {
        return state.floor().sequence() < installed.manifest().sequence()
                || !state.root().publishers().keys().containsAll(installed.root().publishers().keys());
    }
}
