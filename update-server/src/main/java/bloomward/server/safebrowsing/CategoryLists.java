package bloomward.server.safebrowsing;

import bloomward.format.confirm.Category;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The lists to which categories lead.
///
/// @param chosen those that a setting names; they count before the usual ones
public record CategoryLists(Map<Category, ThreatList> chosen) {

    public CategoryLists {
        chosen = Map.copyOf(chosen);
    }

    /// Phishing, malware and unwanted software to the lists of these names, and nothing else.
    public static final CategoryLists USUAL = new CategoryLists(Map.of());

    /// @param settings each `CATEGORY=LIST`
    public static CategoryLists of(List<String> settings) {
        Map<Category, ThreatList> chosen = new HashMap<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            ThreatList list = ThreatList.labelled(setting.substring(equals + 1))
                    .filter(ThreatList::isOfThreats)
                    .orElseThrow(() -> new IllegalArgumentException("'" + setting + "' names no list of threats"));
            chosen.put(new Category(setting.substring(0, equals)), list);
        }
        return new CategoryLists(chosen);
    }

    Optional<ThreatList> listOf(Category category) {
        return Optional.ofNullable(chosen.get(category)).or(() -> ThreatList.usualOf(category));
    }
}
