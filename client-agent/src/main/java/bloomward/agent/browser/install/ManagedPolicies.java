package bloomward.agent.browser.install;

import bloomward.agent.install.InstallException;
import bloomward.agent.install.Machine;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The policies of others for a browser like Chromium, and ours beside them.
///
/// Such browsers read all files of a folder. If two name the same policy, the file whose name comes last wins and the other
/// is ignored, whatever the policy holds. So ours names no policy that another file names: the extension can be
/// installed by either of two policies, which browsers combine, and where both are taken, a person must add it.
final class ManagedPolicies {

    private static final String SETTINGS = "ExtensionSettings";
    private static final String FORCED = "ExtensionInstallForcelist";

    private final Map<String, Path> owners;
    private final Map<String, Json> values;
    private final List<String> notes;

    private ManagedPolicies(Map<String, Path> owners, Map<String, Json> values, List<String> notes) {
        this.owners = owners;
        this.values = values;
        this.notes = notes;
    }

    /// Our policy for a browser.
    ///
    /// @param notes on decisions of others, for a person
    /// @param isForced whether the browser installs the extension
    record Ours(Json.Members policy, List<String> notes, boolean isForced) {}

    /// Reads the files of others.
    static ManagedPolicies read(Machine machine, Path folder) throws IOException {
        Map<String, Path> owners = new TreeMap<>();
        Map<String, Json> values = new TreeMap<>();
        List<String> notes = new ArrayList<>();
        if (Files.isDirectory(machine.at(folder))) {
            List<Path> files = new ArrayList<>();
            try (DirectoryStream<Path> found = Files.newDirectoryStream(machine.at(folder))) {
                found.forEach(file -> files.add(file.getFileName()));
            }
            files.removeIf(
                    file -> file.toString().equals(BrowserPlaces.CHROMIUM_POLICY) || file.toString().startsWith("."));
            files.sort(null);
            for (Path name : files) {
                Path file = folder.resolve(name);
                try {
                    Json content = Json.parseLenient(Files.readAllBytes(machine.at(file)), file.toString());
                    if (content instanceof Json.Members members) {
                        members.values().forEach((policy, value) -> {
                            owners.put(policy, file);
                            values.put(policy, value);
                        });
                    }
                } catch (InstallException e) {
                    notes.add(e.getMessage() + "; the browser ignores the file");
                } catch (IOException e) {
                    notes.add(file + ": cannot be read: " + e.getMessage());
                }
            }
        }
        return new ManagedPolicies(owners, values, notes);
    }

    /// The file that sets a policy.
    Optional<Path> owner(String policy) {
        return Optional.ofNullable(owners.get(policy));
    }

    Ours ours(Deployment deployment) {
        List<String> said = new ArrayList<>(notes);
        Json.Members policy = Json.object();
        boolean isForced = true;
        Json.Members wanted = deployment.chromiumPolicy();
        for (Map.Entry<String, Json> member : wanted.values().entrySet()) {
            Optional<Path> owner = owner(member.getKey());
            if (owner.isEmpty()) {
                policy = policy.with(member.getKey(), member.getValue());
            } else if (!member.getKey().equals(SETTINGS)) {
                if (!member.getValue().equals(values.get(member.getKey()))) {
                    said.add(owner.get() + " sets " + member.getKey() + ", which was left as it is; Bloomward needs "
                            + member.getValue().oneLine());
                }
            } else if (!owners.containsKey(FORCED)) {
                policy = policy.with(FORCED, Json.of(List.of(forced(deployment))));
                said.add(owner.get() + " sets " + SETTINGS + ", so the extension is installed by " + FORCED
                        + "; newer versions reach this browser only if that file gets the member "
                        + member.getValue().oneLine());
            } else {
                isForced = false;
                said.add(owner.get() + " sets " + SETTINGS + " and " + owners.get(FORCED) + " sets " + FORCED
                        + ", and of two files with the same policy browsers read one; add to the latter: \""
                        + forced(deployment) + '"');
            }
        }
        return new Ours(policy, List.copyOf(said), isForced);
    }

    private static String forced(Deployment deployment) {
        return deployment.key().id() + ";" + deployment.addresses().updates();
    }
}
