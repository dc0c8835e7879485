package bloomward.agent.browser.install;

import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Our members in the one policy file of Firefox, which belongs to others, too.
///
/// Nothing of others is changed: a member that they have set stays as it is.
///
/// @param content of the file
/// @param added the members that were not there before
/// @param made the objects that were not there before, the outer ones first
/// @param notes members that others have set otherwise, for a person
record SharedPolicy(Blob content, List<Addition> added, List<List<String>> made, List<String> notes) {

    SharedPolicy {
        added = List.copyOf(added);
        made = List.copyOf(made);
        notes = List.copyOf(notes);
    }

    /// Adds members to a file.
    ///
    /// @param before its content; empty if it does not exist
    /// @param place of the file, for messages
    /// @throws InstallException if that cannot take them
    static SharedPolicy added(Optional<Blob> before, List<Addition> additions, String place) throws InstallException {
        Json.Members document = before.isPresent() ? document(before.get(), place) : Json.object();
        List<Addition> added = new ArrayList<>();
        List<List<String>> made = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Addition addition : additions) {
            Optional<Json> present = found(document, addition.path());
            if (present.isEmpty()) {
                document = with(document, addition.path(), 0, addition.value(), made, place);
                added.add(addition);
            } else if (!present.get().equals(addition.value())) {
                notes.add(place + ": " + String.join(".", addition.path()) + " is set already and was left as it is: "
                        + present.get().oneLine() + " instead of " + addition.value().oneLine());
            }
        }
        Blob content = added.isEmpty() && before.isPresent() ? before.get() : Blob.of(document.pretty());
        return new SharedPolicy(content, added, made, notes);
    }

    /// Removes members that were added, but none that others have changed since.
    static Json.Members without(Json.Members document, List<Addition> added, List<List<String>> made) {
        Json.Members left = document;
        for (Addition addition : added) {
            if (found(left, addition.path()).filter(value -> addition.isOursAlone() || value.equals(addition.value()))
                    .isPresent()) {
                left = without(left, addition.path(), 0);
            }
        }
        for (List<String> object : made.reversed()) {
            if (found(left, object).filter(Json.object()::equals).isPresent()) {
                left = without(left, object, 0);
            }
        }
        return left;
    }

    static Json.Members document(Blob content, String place) throws InstallException {
        if (Json.parse(content.bytes(), place) instanceof Json.Members document) {
            return document;
        }
        throw new InstallException(place + ": not a JSON object; correct it, or move it away");
    }

    static Optional<Json> found(Json.Members document, List<String> path) {
        Optional<Json> value = Optional.of(document);
        for (String name : path) {
            value = value
                    .flatMap(outer -> outer instanceof Json.Members members ? members.get(name) : Optional.empty());
        }
        return value;
    }

    private static Json.Members with(Json.Members outer, List<String> path, int depth, Json value,
            List<List<String>> made, String place) throws InstallException {
        String name = path.get(depth);
        if (depth == path.size() - 1) {
            return outer.with(name, value);
        }
        List<String> here = path.subList(0, depth + 1);
        Optional<Json> inner = outer.get(name);
        if (inner.isEmpty()) {
            made.add(here);
        }
        if (inner.orElse(Json.object()) instanceof Json.Members members) {
            return outer.with(name, with(members, path, depth + 1, value, made, place));
        }
        throw new InstallException(place + ": " + String.join(".", here) + " is not an object; correct it");
    }

    private static Json.Members without(Json.Members outer, List<String> path, int depth) {
        String name = path.get(depth);
        if (depth == path.size() - 1) {
            return outer.without(name);
        }
        return outer.get(name).orElse(Json.object()) instanceof Json.Members members
                ? outer.with(name, without(members, path, depth + 1))
                : outer;
    }
}
