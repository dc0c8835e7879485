package bloomward.server.mirror;

import bloomward.format.sign.SignedNote;
import bloomward.server.config.HostPort;
import bloomward.server.http.HttpLimits;
import bloomward.server.http.tls.TlsFiles;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The settings of a mirror.
///
/// @param origin address of the publication, without a slash at its end
/// @param root a root note that a person trusts
/// @param dataDir folder of the mirror, created if missing
/// @param listen address for agents
/// @param adminListen address for the monitoring paths
/// @param tls for both addresses
/// @param every time between two polls
public record MirrorSettings(URI origin, SignedNote root, Path dataDir, HostPort listen, HostPort adminListen,
        Optional<TlsFiles> tls, HttpLimits limits, Duration every, ProxySelector proxies, String userAgent) {}
