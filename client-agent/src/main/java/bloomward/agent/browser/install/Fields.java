package bloomward.agent.browser.install;

import bloomward.agent.install.InstallException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The members of an object in the record of an installation; a missing or other one means that the record is damaged.
record Fields(Json.Members members, String place) {

    private InstallException damaged(String name) {
        return new InstallException(place + ": damaged: " + name);
    }

    Json value(String name) throws InstallException {
        Optional<Json> value = members.get(name);
        if (value.isEmpty()) {
            throw damaged(name);
        }
        return value.get();
    }

    String text(String name) throws InstallException {
        return text(value(name), name);
    }

    private String text(Json value, String name) throws InstallException {
        if (value instanceof Json.Text(String text)) {
            return text;
        }
        throw damaged(name);
    }

    boolean truth(String name) throws InstallException {
        return value(name).equals(Json.of(true));
    }

    /// A path, which must be absolute and normal.
    Path path(String name) throws InstallException {
        return path(text(name), name);
    }

    private Path path(String text, String name) throws InstallException {
        Path path = Path.of(text);
        if (!path.isAbsolute() || !path.equals(path.normalize()) || path.getNameCount() == 0) {
            throw damaged(name);
        }
        return path;
    }

    List<String> texts(String name) throws InstallException {
        return texts(value(name), name);
    }

    private List<String> texts(Json value, String name) throws InstallException {
        List<String> texts = new ArrayList<>();
        for (Json item : items(value, name)) {
            texts.add(text(item, name));
        }
        if (texts.isEmpty()) {
            throw damaged(name);
        }
        return texts;
    }

    List<List<String>> textLists(String name) throws InstallException {
        List<List<String>> lists = new ArrayList<>();
        for (Json item : items(value(name), name)) {
            lists.add(texts(item, name));
        }
        return lists;
    }

    List<Fields> objects(String name) throws InstallException {
        List<Fields> objects = new ArrayList<>();
        for (Json item : items(value(name), name)) {
            if (!(item instanceof Json.Members object)) {
                throw damaged(name);
            }
            objects.add(new Fields(object, place));
        }
        return objects;
    }

    private List<Json> items(Json value, String name) throws InstallException {
        if (value instanceof Json.Items(List<Json> items)) {
            return items;
        }
        throw damaged(name);
    }
}
