package bloomward.server.admin;

import bloomward.program.text.Printable;
import bloomward.server.guard.GuardDataException;
import bloomward.server.store.FlatJson;
import bloomward.server.store.PublisherStore;
import java.io.IOException;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;

/// The lists that guards know.
public final class GuardAdmin {

    private final Desk desk;
    private final GuardLists lists;

    public GuardAdmin(PublisherStore store, GuardLists lists, Clock clock) {
        this.desk = new Desk(store, clock);
        this.lists = lists;
    }

    public List<GuardView> guards() {
        return Arrays.stream(GuardLists.Name.values()).map(this::view).toList();
    }

    /// Puts a list in the place of the one that is there.
    public GuardView replace(Principal who, String label, byte[] bytes) throws IOException, Refusal {
        GuardLists.Name name = Arrays.stream(GuardLists.Name.values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow(() -> Desk.bad("guard list '" + Printable.beginningOf(label)
                        + "', possible: popular, protected, suffixes, shorteners"));
        try {
            lists.replace(name, bytes);
        } catch (GuardDataException e) {
            throw new Refusal(Refusal.Code.UNREADABLE_LIST, label + ": " + e.getMessage());
        }
        desk.audit(who, "guards", label, FlatJson.of("size", lists.size(name)).toString());
        return view(name);
    }

    private GuardView view(GuardLists.Name name) {
        return new GuardView(name.label(), lists.size(name), lists.isReplaced(name) ? "operator" : "program");
    }
}
