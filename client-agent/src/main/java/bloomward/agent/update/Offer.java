package bloomward.agent.update;

import bloomward.format.release.Latest;
import bloomward.format.release.Manifest;
import bloomward.format.release.Root;
import bloomward.format.sign.SignedNote;

/// An offer of a publication: its latest note and manifest, verified by a root.
///
/// @param root the root
/// @param latestNote as it came
/// @param manifestNote as it came, now or when it was installed
record Offer(Root root, SignedNote latestNote, Latest latest, SignedNote manifestNote, Manifest manifest) {}
