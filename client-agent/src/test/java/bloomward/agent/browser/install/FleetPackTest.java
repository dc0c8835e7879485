package bloomward.agent.browser.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bloomward.agent.install.InstallException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetPackTest {

    private static final ExtensionKey KEY = SampleExtension.KEY;
    private static final String OWN = "root/usr/local/lib/bloomward/browser/";

    @TempDir
    private Path folder;

    @Test
    void laysOutWhatEveryMachineNeeds() throws Exception {
        Path out = packed("out", Optional.empty(), false);
        assertThat(files(out)).containsOnlyKeys("README.md", "bloomward.crx", "bloomward.xpi", "update.xml",
                OWN + "bloomward.crx", OWN + "bloomward.xpi", OWN + "update.xml", OWN + "native-host-chromium",
                OWN + "native-host-firefox", "root/etc/chromium/native-messaging-hosts/org.bloomward.host.json",
                "root/etc/opt/chrome/native-messaging-hosts/org.bloomward.host.json",
                "root/etc/opt/edge/native-messaging-hosts/org.bloomward.host.json",
                "root/usr/lib/mozilla/native-messaging-hosts/org.bloomward.host.json",
                "root/etc/chromium/policies/managed/bloomward.json",
                "root/etc/opt/chrome/policies/managed/bloomward.json",
                "root/etc/opt/edge/policies/managed/bloomward.json", "root/etc/brave/policies/managed/bloomward.json",
                "root/etc/firefox/policies/policies.json");
        assertThat(
                PosixFilePermissions.toString(Files.getPosixFilePermissions(out.resolve(OWN + "native-host-firefox"))))
                .isEqualTo("rwxr-xr-x");
        String readme = Files.readString(out.resolve("README.md"));
        assertThat(readme).contains(KEY.id(), "No web server is needed", "The XPI is not signed");
        files(out).keySet()
                .stream()
                .filter(file -> file.startsWith("root/"))
                .forEach(file -> assertThat(readme).contains("   - " + file.substring("root".length()) + "\n"));
    }

    @Test
    void writesThePolicyOfChromium() throws Exception {
        Path out = packed("out", Optional.empty(), false);
        assertThat(out.resolve("root/etc/chromium/policies/managed/bloomward.json")).hasContent("""
                {
                  "ExtensionSettings": {
                    "ID": {
                      "installation_mode": "force_installed",
                      "update_url": "file:///usr/local/lib/bloomward/browser/update.xml",
                      "override_update_url": true
                    }
                  },
                  "MandatoryExtensionsForIncognitoNavigation": [
                    "ID"
                  ],
                  "NetworkPredictionOptions": 2
                }
                """.replace("ID", KEY.id()));
        assertThat(out.resolve("update.xml")).hasContent("""
                <?xml version='1.0' encoding='UTF-8'?>
                <gupdate xmlns='http://www.google.com/update2/response' protocol='2.0'>
                  <app appid='ID'>
                    <updatecheck codebase='file:///usr/local/lib/bloomward/browser/bloomward.crx' version='0.1.0'/>
                  </app>
                </gupdate>
                """.replace("ID", KEY.id()));
    }

    @Test
    void writesThePolicyOfFirefox() throws Exception {
        String policy = """
                {
                  "policies": {
                    "ExtensionSettings": {
                      "bloomward@bloomward.example": {
                        "installation_mode": "force_installed",
                        "install_url": "file:///usr/local/lib/bloomward/browser/bloomward.xpi",
                        "private_browsing": true
                      }
                    },
                    "NetworkPrediction": false,
                    "Preferences": {
                      "network.http.speculative-parallel-limit": {
                        "Value": 0,
                        "Status": "locked"
                      }
                    }
                  }
                }
                """;
        assertThat(packed("out", Optional.empty(), false).resolve("root/etc/firefox/policies/policies.json"))
                .hasContent(policy);
        assertThat(packed("unsigned", Optional.empty(), true).resolve("root/etc/firefox/policies/policies.json"))
                .content()
                .contains("\"xpinstall.signatures.required\": {\n        \"Value\": false");
    }

    @Test
    void writesTheHostForThisExtensionOnly() throws Exception {
        Path out = packed("out", Optional.empty(), false);
        assertThat(out.resolve("root/etc/chromium/native-messaging-hosts/org.bloomward.host.json")).hasContent("""
                {
                  "name": "org.bloomward.host",
                  "description": "Bloomward: relays the extension's questions to the agent",
                  "path": "/usr/local/lib/bloomward/browser/native-host-chromium",
                  "type": "stdio",
                  "allowed_origins": [
                    "chrome-extension://%s/"
                  ]
                }
                """.formatted(KEY.id()));
        assertThat(out.resolve("root/usr/lib/mozilla/native-messaging-hosts/org.bloomward.host.json")).content()
                .contains("/native-host-firefox\"", "\"allowed_extensions\": [\n    \"bloomward@bloomward.example\"");
        assertThat(out.resolve(OWN + "native-host-chromium")).hasContent("""
                #!/bin/sh
                # Started by the browser. Written by 'bloomward browser'.
                exec '/usr/local/lib/bloomward/current/bin/bloomward' native-host \
                --caller 'chrome-extension://%s/' -- "$@"
                """.formatted(KEY.id()));
        assertThat(out.resolve(OWN + "native-host-firefox")).content()
                .contains("--caller 'bloomward@bloomward.example' -- \"$@\"");
    }

    @Test
    void namesAWebServer() throws Exception {
        Path out = packed("out", Optional.of(URI.create("https://lists.example/a'b/update.xml")), false);
        assertThat(out.resolve("root/etc/opt/edge/policies/managed/bloomward.json")).content()
                .contains("\"update_url\": \"https://lists.example/a'b/update.xml\"");
        assertThat(out.resolve("update.xml")).content()
                .contains("codebase='https://lists.example/a&apos;b/bloomward.crx'");
        assertThat(out.resolve("root/etc/firefox/policies/policies.json")).content()
                .contains("\"install_url\": \"https://lists.example/a'b/bloomward.xpi\"");
        assertThat(out.resolve(OWN + "bloomward.crx")).doesNotExist();
        for (String address : new String[] {"https://lists.example/", "update.xml", "ftp://a.example/update.xml",
            "https://a.example/update.xml?x", "mailto:a@b.example"}) {
            assertThatThrownBy(() -> packed("other", Optional.of(URI.create(address)), false)).as(address)
                    .isInstanceOf(InstallException.class)
                    .hasMessageContaining("the address of updates must be");
        }
    }

    @Test
    void hasTheSameBytesEachTime() throws Exception {
        assertThat(files(packed("one", Optional.empty(), false)))
                .isEqualTo(files(packed("two", Optional.empty(), false)));
    }

    @Test
    void takesTheAddOnThatMozillaSigned() throws Exception {
        ExtensionSource source = ExtensionSource.of(SampleExtension.in(folder, "0.1.0"));
        assertThat(source.isSigned()).isFalse();
        Path signed = folder.resolve("signed.xpi");
        Files.write(signed, SampleExtension.zip("0.1.0", Map.of("META-INF/mozilla.rsa", "signature")).bytes());
        ExtensionSource other = source.withXpi(signed);
        assertThat(other.isSigned()).isTrue();
        assertThat(other.xpi().bytes()).isEqualTo(Files.readAllBytes(signed));
        assertThat(other.zip()).isEqualTo(source.zip());
        Files.write(signed, SampleExtension.zip("0.2.0", Map.of()).bytes());
        assertThatThrownBy(() -> source.withXpi(signed)).hasMessageContaining("version 0.2.0, this program has 0.1.0");
        Files.writeString(signed, "no archive");
        assertThatThrownBy(() -> source.withXpi(signed)).hasMessageContaining("not an extension");
        assertThatThrownBy(() -> ExtensionSource.of(folder.resolve("elsewhere"))).isInstanceOf(InstallException.class)
                .hasMessageContaining("the extension is missing");
    }

    private Path packed(String name, Optional<URI> updates, boolean allowsUnsigned) throws Exception {
        ExtensionSource source = ExtensionSource.of(SampleExtension.in(folder, "0.1.0"));
        Path out = folder.resolve(name);
        assertThat(FleetPack.of(source, KEY, updates, allowsUnsigned).into(out).carryOut()).isEmpty();
        return out;
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(),
                        java.util.HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return files;
    }
}
