package bloomward.server.admin;

import bloomward.program.text.Printable;
import bloomward.server.admin.view.GuardReports.GuardChange;
import bloomward.server.admin.view.GuardReports.GuardHosts;
import bloomward.server.admin.view.GuardView;
import bloomward.server.guard.GuardDataException;
import bloomward.server.guard.HostList;
import bloomward.server.store.FlatJson;
import bloomward.server.store.PublisherStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The lists that guards know.
public final class GuardAdmin {

    /// Suffixes are rules.
    private static final Set<GuardLists.Name> OF_HOSTS = EnumSet.complementOf(EnumSet.of(GuardLists.Name.SUFFIXES));

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
        GuardLists.Name name = name(label, EnumSet.allOf(GuardLists.Name.class));
        try {
            lists.replace(name, bytes);
        } catch (GuardDataException e) {
            throw new Refusal(Refusal.Code.UNREADABLE_LIST, label + ": " + e.getMessage());
        }
        desk.audit(who, "guards", label, FlatJson.of("size", lists.size(name)).toString());
        return view(name);
    }

    /// Hosts of a list that can be changed.
    ///
    /// @param host only those at, above and below it; empty for all
    /// @param limit at most so many
    public GuardHosts hosts(String label, String host, int limit) throws IOException, Refusal {
        GuardLists.Name name = name(label, OF_HOSTS);
        try {
            HostList all = lists.hostsOf(name);
            List<String> related = host.isEmpty() ? List.of() : hosts(List.of(host)).hosts().toList();
            List<String> shown = all.hosts()
                    .filter(each -> host.isEmpty() || related.stream().anyMatch(other -> isRelated(each, other)))
                    .limit(limit)
                    .toList();
            boolean isBuiltIn = name == GuardLists.Name.PROTECTED && related.stream().anyMatch(lists::isBuiltIn);
            return new GuardHosts(label, all.size(), shown, isBuiltIn);
        } catch (GuardDataException e) {
            throw Desk.bad(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isRelated(String one, String other) {
        return one.equals(other) || one.endsWith("." + other) || other.endsWith("." + one);
    }

    /// Adds hosts to a list, or removes them.
    public GuardView change(Principal who, String label, GuardChange change) throws IOException, Refusal {
        GuardLists.Name name = name(label, OF_HOSTS);
        if (change.reason().isBlank() || change.hosts().isEmpty()) {
            throw Desk.bad("a change of a guard list needs hosts, and a reason");
        }
        List<String> changed;
        try {
            HostList hosts = hosts(change.hosts());
            Optional<String> builtIn = change.add() || name != GuardLists.Name.PROTECTED
                    ? Optional.empty()
                    : hosts.hosts().filter(lists::isBuiltIn).findFirst();
            if (builtIn.isPresent()) {
                throw new Refusal(Refusal.Code.REFUSED_BY_GUARD, "'" + builtIn.get() + "' is protected by the program");
            }
            changed = lists.change(name, hosts, change.add());
        } catch (GuardDataException e) {
            throw Desk.bad(label + ": " + e.getMessage());
        }
        if (changed.isEmpty() && !change.add()) {
            throw Desk.bad("not in '" + label + "': " + Printable.beginningOf(String.join(", ", change.hosts()))
                    + "; 'guards show HOST' names the hosts at, above and below one");
        }
        if (!changed.isEmpty()) { // the action is the one by which a hold finds those who changed a list of guards
            desk.audit(who, "guards", label,
                    FlatJson.of(change.add() ? "added" : "removed", String.join(" ", changed))
                            .with("reason", change.reason())
                            .with("size", lists.size(name))
                            .toString());
        }
        return view(name);
    }

    private static HostList hosts(List<String> words) throws IOException, GuardDataException {
        return HostList.parse(
                new ByteArrayInputStream((String.join("\n", words) + "\n").getBytes(StandardCharsets.UTF_8)),
                Integer.MAX_VALUE);
    }

    private static GuardLists.Name name(String label, Set<GuardLists.Name> possible) throws Refusal {
        return possible.stream()
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow(() -> Desk.bad("guard list '" + Printable.beginningOf(label) + "', possible: "
                        + possible.stream().map(GuardLists.Name::label).collect(Collectors.joining(", "))));
    }

    private GuardView view(GuardLists.Name name) {
        return new GuardView(name.label(), lists.size(name), lists.isReplaced(name) ? "operator" : "program");
    }
}
