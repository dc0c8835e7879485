package bloomward.agent.store;

import bloomward.agent.store.StateFiles.Found;
import bloomward.agent.store.TrustedState.TrustedSet;
import bloomward.format.Digest;
import bloomward.format.FormatException;
import bloomward.format.io.DurableFiles;
import bloomward.format.release.ListRelease;
import bloomward.format.release.Manifest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The files of a store that are no longer needed: those of replaced sets, and the remains of attempts that were cut short.
record Leftovers(StoreFolder folder, StateFiles states) {

    void delete(Set<Digest> wantedFiles) throws IOException {
        DurableFiles.clean(folder.path());
        Set<String> wanted = wantedFiles.stream().map(Digest::toHex).collect(Collectors.toSet());
        deleteIn(folder.partials(), name -> !wanted.contains(name));
        DurableFiles.clean(folder.files());
        Optional<Found> found;
        try {
            found = states.read();
        } catch (FormatException _) {
            return;
        }
        if (found.isPresent() && !found.get().isTwice()) { // or the copy could name files that go now
            states.write(found.get().trusted().written());
        }
        Set<String> named = found.flatMap(state -> state.trusted().set())
                .map(TrustedSet::manifest)
                .map(Leftovers::names)
                .orElse(Set.of());
        deleteIn(folder.files(), name -> Digest.isHex(name) && !named.contains(name) && !wanted.contains(name));
    }

    private static Set<String> names(Manifest manifest) {
        Set<String> names = new HashSet<>();
        names.add(manifest.allowFile().digest().toHex());
        for (ListRelease list : manifest.lists()) {
            names.add(list.packed().digest().toHex());
            names.add(list.flat().digest().toHex());
        }
        return names;
    }

    private static void deleteIn(Path folder, Predicate<String> unneeded) throws IOException {
        try (DirectoryStream<Path> members = Files.newDirectoryStream(folder)) {
            for (Path member : members) {
                boolean isFile = !Files.isDirectory(member, LinkOption.NOFOLLOW_LINKS);
                // A link is none of ours, and what is fetched would be written to where it leads.
                if (isFile && (Files.isSymbolicLink(member) || unneeded.test(member.getFileName().toString()))) {
                    Files.delete(member);
                }
            }
        }
    }
}
