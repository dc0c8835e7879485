package bloomward.server.config;

import bloomward.program.settings.SettingException;
import bloomward.program.settings.SettingKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The kind of the setting that leads categories to lists of Safe Browsing.
final class CategoryChoices implements SettingKind {

    static final SettingKind KIND = new CategoryChoices();

    private static final Set<String> LISTS = Set.of("se-4b", "mw-4b", "uws-4b", "uwsa-4b", "pha-4b");

    private CategoryChoices() {}

    @Override
    public String words() {
        return "categories with one of the lists `se-4b`, `mw-4b`, `uws-4b`, `uwsa-4b`, `pha-4b`, such as `scam=se-4b`,"
                + " separated by commas; in files `[\"one\", \"two\"]`";
    }

    @Override
    public String paramLabel() {
        return "CATEGORY=LIST,...";
    }

    @Override
    public String read(String text) throws SettingException {
        List<String> read = new ArrayList<>();
        Set<String> categories = new HashSet<>();
        for (String each : NotifyKinds.parts(text).toList()) {
            int equals = each.indexOf('=');
            if (equals < 0 || !each.substring(0, equals).matches("[a-z][a-z0-9-]{0,31}")
                    || !LISTS.contains(each.substring(equals + 1))) {
                throw new SettingException(
                        "'" + each + "': must be a category and one of the lists se-4b, mw-4b, uws-4b,"
                                + " uwsa-4b, pha-4b, such as scam=se-4b");
            }
            if (!categories.add(each.substring(0, equals))) {
                throw new SettingException("'" + each + "': the category leads to another list already");
            }
            read.add(each);
        }
        return String.join(",", read);
    }

    @Override
    public boolean isList() {
        return true;
    }
}
