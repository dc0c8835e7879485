package bloomward.agent.browser.install;

import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import bloomward.format.Digest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The members that were put into a file of others, kept to take them out again.
///
/// @param path of the file
/// @param backup of its content before
/// @param existed whether there was such a file
/// @param digest of the content that was written
record MergeNote(Path path, Path backup, boolean existed, String digest, List<Addition> added,
        List<List<String>> made) {

    MergeNote {
        added = List.copyOf(added);
        made = List.copyOf(made);
    }

    /// The content without ours: byte for byte as it was, if nobody has changed the file since.
    ///
    /// @param now its present content
    /// @param before the backup, if it exists
    /// @return empty if nothing of others is in it, and it did not exist before
    Optional<Blob> undone(Blob now, Optional<Blob> before) throws InstallException {
        if (Digest.of(now.bytes()).toHex().equals(digest) && (!existed || before.isPresent())) {
            return existed ? before : Optional.empty();
        }
        Json.Members present = SharedPolicy.document(now, path.toString());
        Json.Members left = SharedPolicy.without(present, added, made);
        if (left.equals(present)) {
            return Optional.of(now);
        }
        if (before.isPresent() && SharedPolicy.document(before.get(), backup.toString()).equals(left)) {
            return before; // with the blanks of its author
        }
        return left.equals(Json.object()) && !existed ? Optional.empty() : Optional.of(Blob.of(left.pretty()));
    }

    /// The same with the members of an earlier note, whose installation may have been replaced only in part.
    MergeNote and(MergeNote earlier) {
        List<Addition> all = new ArrayList<>(added);
        earlier.added.stream()
                .filter(addition -> all.stream().noneMatch(other -> other.path().equals(addition.path())))
                .forEach(all::add);
        List<List<String>> objects = new ArrayList<>(made);
        earlier.made.stream().filter(object -> !objects.contains(object)).forEach(objects::add);
        objects.sort(Comparator.comparingInt(List::size));
        return new MergeNote(path, backup, existed, digest, all, objects);
    }

    Json json() {
        return Json.object()
                .with("path", Json.of(path.toString()))
                .with("backup", Json.of(backup.toString()))
                .with("existed", Json.of(existed))
                .with("sha256", Json.of(digest))
                .with("added", new Json.Items(added.stream().<Json>map(Addition::json).toList()))
                .with("made", new Json.Items(made.stream().map(Json::of).toList()));
    }

    static MergeNote parse(Fields note) throws InstallException {
        List<Addition> added = new ArrayList<>();
        for (Fields addition : note.objects("added")) {
            added.add(new Addition(addition.texts("path"), addition.value("value")));
        }
        return new MergeNote(note.path("path"), note.path("backup"), note.truth("existed"), note.text("sha256"), added,
                note.textLists("made"));
    }
}
