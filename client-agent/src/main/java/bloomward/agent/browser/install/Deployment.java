package bloomward.agent.browser.install;

import bloomward.agent.browser.install.Browser.Engine;
import bloomward.agent.install.Blob;
import bloomward.agent.install.InstallException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The contents of the files that bring the extension into browsers.
///
/// @param folder of the extension and the host's scripts
/// @param launcher of the program that the scripts start
/// @param variables of the environment that the scripts set, such as the agent's socket
/// @param key that signs for Chromium
/// @param source the extension
/// @param addresses of what browsers fetch
record Deployment(Path folder, Path launcher, Map<String, String> variables, ExtensionKey key, ExtensionSource source,
        Addresses addresses) {

    /// The name of the native messaging host.
    static final String HOST = "org.bloomward.host";
    /// The identifier of the extension in Firefox.
    static final String ADD_ON = "bloomward@bloomward.example";

    static final String CRX = "bloomward.crx";
    static final String XPI = "bloomward.xpi";
    static final String UPDATES = "update.xml";

    /// The value of `NetworkPredictionOptions` for never: a browser that predicts connects before the extension is asked.
    private static final int NO_PREDICTION = 2;

    /// The addresses at which browsers find the extension.
    ///
    /// @param updates of `update.xml`
    /// @param crx of the extension for Chromium
    /// @param xpi of the extension for Firefox
    record Addresses(String updates, String crx, String xpi) {

        /// The addresses of files beside `update.xml`.
        static Addresses beside(String updates) {
            String folder = updates.substring(0, updates.lastIndexOf('/') + 1);
            return new Addresses(updates, folder + CRX, folder + XPI);
        }

        static Addresses in(Path folder) {
            return beside("file://" + folder.resolve(UPDATES).toUri().getRawPath());
        }
    }

    Deployment {
        variables = new LinkedHashMap<>(variables);
    }

    @Override
    public Map<String, String> variables() {
        return new LinkedHashMap<>(variables);
    }

    Blob crx() {
        return Crx3.pack(source.zip(), key);
    }

    /// The document by which Chromium looks for updates.
    Blob updates() {
        return Blob.of("""
                <?xml version='1.0' encoding='UTF-8'?>
                <gupdate xmlns='http://www.google.com/update2/response' protocol='2.0'>
                  <app appid='%s'>
                    <updatecheck codebase='%s' version='%s'/>
                  </app>
                </gupdate>
                """.formatted(key.id(), xml(addresses.crx()), source.version()));
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&apos;");
    }

    Path script(Engine engine) {
        return folder.resolve(switch (engine) {
            case CHROMIUM -> "native-host-chromium";
            case FIREFOX -> "native-host-firefox";
        });
    }

    /// The program that a browser starts; it accepts only this extension.
    Blob scriptText(Engine engine) {
        StringBuilder text = new StringBuilder(
                "#!/bin/sh\n# Started by the browser. Written by 'bloomward browser'.\n");
        variables.forEach((name, value) -> text.append(name)
                .append('=')
                .append(quoted(value))
                .append("\nexport ")
                .append(name)
                .append('\n'));
        return Blob.of(text.append("exec ")
                .append(quoted(launcher.toString()))
                .append(" native-host --caller ")
                .append(quoted(caller(engine)))
                .append(" -- \"$@\"\n")
                .toString());
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private String caller(Engine engine) {
        return switch (engine) {
            case CHROMIUM -> "chrome-extension://" + key.id() + "/";
            case FIREFOX -> ADD_ON;
        };
    }

    Blob manifest(Engine engine) {
        Json.Members manifest = Json.object()
                .with("name", Json.of(HOST))
                .with("description", Json.of("Bloomward: relays the extension's questions to the agent"))
                .with("path", Json.of(script(engine).toString()))
                .with("type", Json.of("stdio"))
                .with(engine == Engine.CHROMIUM ? "allowed_origins" : "allowed_extensions",
                        Json.of(List.of(caller(engine))));
        return Blob.of(manifest.pretty());
    }

    /// The policy for browsers like Chromium.
    ///
    /// Without `override_update_url`, they would look for a newer version only where the extension's manifest says. In
    /// incognito windows, where no extension runs unless the user allows it, `MandatoryExtensionsForIncognitoNavigation`
    /// stops all pages until that happens; to forbid incognito windows altogether is left to others.
    Json.Members chromiumPolicy() {
        return Json.object()
                .with("ExtensionSettings",
                        Json.object()
                                .with(key.id(),
                                        Json.object()
                                                .with("installation_mode", Json.of("force_installed"))
                                                .with("update_url", Json.of(addresses.updates()))
                                                .with("override_update_url", Json.of(true))))
                .with("MandatoryExtensionsForIncognitoNavigation", Json.of(List.of(key.id())))
                .with("NetworkPredictionOptions", Json.of(NO_PREDICTION));
    }

    /// The members that `policies.json` of Firefox must have.
    ///
    /// @param allowsUnsigned whether Firefox is told to accept any unsigned add-on, which only some builds obey
    List<Addition> firefoxPolicy(boolean allowsUnsigned) {
        List<Addition> policy = new ArrayList<>();
        policy.add(new Addition(List.of("policies", "ExtensionSettings", ADD_ON),
                Json.object()
                        .with("installation_mode", Json.of("force_installed"))
                        .with("install_url", Json.of(addresses.xpi()))
                        .with("private_browsing", Json.of(true))));
        policy.add(new Addition(List.of("policies", "NetworkPrediction"), Json.of(false)));
        policy.add(new Addition(List.of("policies", "Preferences", "network.http.speculative-parallel-limit"),
                locked(Json.of(0))));
        if (allowsUnsigned) {
            policy.add(new Addition(List.of("policies", "Preferences", "xpinstall.signatures.required"),
                    locked(Json.of(false))));
        }
        return policy;
    }

    private static Json locked(Json value) {
        return Json.object().with("Value", value).with("Status", Json.of("locked"));
    }

    /// The extension's own files for loading it unpacked, with the identifier that the native manifest names.
    Map<String, Blob> unpacked() throws IOException, InstallException {
        Map<String, Blob> files = source.files();
        Blob manifest = Optional.ofNullable(files.get("manifest.json")).orElseThrow();
        if (Json.parse(manifest.bytes(), "manifest.json") instanceof Json.Members members) {
            files.put("manifest.json", Blob.of(members.with("key", Json.of(key.publicKeyText())).pretty()));
        }
        return files;
    }
}
